import { DevchainSetupError, loadDevchainSettings } from './settings';
import { loadChains } from './settings-of-chains';

const BOTH = { DEVCHAIN_NAME: 'mainnet,testnet' };
const seen = (env: NodeJS.ProcessEnv) =>
  loadChains({ ...BOTH, ...env }).map(({ name, port, shipPort, seed }) => [name, port, shipPort, seed]);

describe('the settings of several chains in one process', () => {
  it('one name, or none, is a chain with the settings as they are', () => {
    for (const env of [{}, { DEVCHAIN_NAME: 'lab', DEVCHAIN_SEED: 'own' }])
      expect(loadChains(env)).toEqual([loadDevchainSettings(env)]);
  });

  it('each name of a list has the next ports, and a seed of its own', () => {
    expect(seen({})).toEqual([
      ['mainnet', 8888, 8988, 'mainnet'],
      ['testnet', 8889, 8989, 'testnet'],
    ]);
    expect(seen({ DEVCHAIN_SEED: 'own', DEVCHAIN_PORT: '4002', DEVCHAIN_SHIP_PORT: '4004' })).toEqual([
      ['mainnet', 4002, 4004, 'own-mainnet'],
      ['testnet', 4003, 4005, 'own-testnet'],
    ]);
  });

  it('a list has free ports of the system, and no state history, where one chain would', () => {
    expect(seen({ DEVCHAIN_PORT: '0' }).map(([, port, shipPort]) => [port, shipPort])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(seen({ DEVCHAIN_SHIP_PORT: 'off' }).map(([, , shipPort]) => shipPort)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    [{ DEVCHAIN_NAME: 'mainnet,mainnet' }, 'must have each name once'],
    [{ DEVCHAIN_NAME: 'mainnet,' }, 'must have each name once'],
    [{ DEVCHAIN_NAME: 'mainnet,Test' }, 'DEVCHAIN_NAME: must be'],
    [{ DEVCHAIN_PORT: '65535', DEVCHAIN_SHIP_PORT: 'off' }, 'DEVCHAIN_PORT: 2 chains from port 65535'],
    [{ DEVCHAIN_SHIP_PORT: '65535' }, 'DEVCHAIN_SHIP_PORT: 2 chains from port 65535'],
  ])('a list is refused with %j', (env, message) => {
    expect(() => seen(env)).toThrow(DevchainSetupError);
    expect(() => seen(env)).toThrow(message);
  });
});
