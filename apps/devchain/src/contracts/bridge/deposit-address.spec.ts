import { readAddress, REGTEST } from './bitcoin-address';
import { depositAddress } from './deposit-address';

describe('a deposit address', () => {
  it('is the same every time, and another for every account and bridge', () => {
    const all = ['bridge', 'vaults'].flatMap((bridge) =>
      ['alice', 'bob'].map((name) => depositAddress(bridge, name, REGTEST)),
    );
    expect(new Set(all).size).toBe(4);
    expect(depositAddress('bridge', 'alice', REGTEST)).toBe(all[0]);
  });

  it('can be paid to on the simulated Bitcoin, and on no other network', () => {
    const address = depositAddress('bridge', 'alice', REGTEST);
    expect(address).toMatch(/^bcrt1q[a-z0-9]{38}$/);
    expect(readAddress(address)).toBe(address);
    expect(readAddress(address.toUpperCase())).toBe(address);
    expect(readAddress(depositAddress('bridge', 'alice', { prefix: 'bc' }))).toBeUndefined();
    expect(readAddress(`${address} `)).toBeUndefined();
    expect(readAddress('')).toBeUndefined();
  });
});
