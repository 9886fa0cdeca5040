import { sha256 } from '@app/antelope';
import { ManagedHistory, type Readiness } from '../../harness/process/managed-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';

const OTHER_CHAIN = sha256(Buffer.from('another chain'));
const NAMES = ['mainnet', 'testnet'];

describe('a history process of several chains', () => {
  let chains: ModelChain[];
  let servers: ShipServer[];
  let history: ManagedHistory;

  beforeEach(async () => {
    chains = NAMES.map((name) => {
      const chain = new ModelChain();
      chain.chainId = sha256(Buffer.from(name));
      chain.extend(20);
      return chain;
    });
    servers = await Promise.all(chains.map((chain) => ShipServer.start(chain)));
    history = await ManagedHistory.start({
      HISTORY_SHIP_URL: servers.map(({ url }) => url).join(),
      HISTORY_NAME: NAMES.join(),
    });
    await history.url();
  });
  afterEach(async () => {
    await history.stop('SIGKILL');
    await Promise.all(servers.map((server) => server.close()));
  });

  const readyWhen = async (condition: (state: Readiness) => boolean): Promise<Readiness> => {
    let state: Readiness;
    await until(async () => condition((state = await history.readiness())));
    return state!;
  };

  /** The node comes back as another chain, which no other attempt mends. */
  const replaceChain = (index: number): void => {
    chains[index]!.chainId = OTHER_CHAIN;
    servers[index]!.disconnect();
  };

  it('a history process continues with one chain when the other one ends, and reports which is not ready', async () => {
    await readyWhen(({ ready }) => ready);
    replaceChain(0);
    await readyWhen(({ checks }) => checks['chain:mainnet']?.detail.includes('chain') ?? false);
    chains[1]!.extend(30);
    servers[1]!.flush();
    const { ready, checks } = await readyWhen(
      (state) => state.checks['chain:testnet']?.detail === 'block 50, 0 behind',
    );
    expect({ ready, mainnet: checks['chain:mainnet']?.ok, testnet: checks['chain:testnet']?.ok }).toEqual({
      ready: false,
      mainnet: false,
      testnet: true,
    });
    await history.stop('SIGTERM');
    expect(await history.exitCode()).toBe(0);
  });

  it('a history process ends with status 1 and names the errors when both of its chains end with one', async () => {
    await readyWhen(({ ready }) => ready);
    replaceChain(0);
    replaceChain(1);
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toMatch(/The history cannot continue\.\nmainnet: .*chain.*\ntestnet: .*chain/);
  });
});
