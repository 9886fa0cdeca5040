import { readAddress, REGTEST } from './bitcoin-address';
import { depositAddress } from './deposit-address';

const ALICE = { chainId: 'aa'.repeat(32), bridge: 'bridge', account: 'alice' };

describe('a deposit address', () => {
  it('a deposit address is the same every time, and another for every account, bridge and chain', () => {
    const owners = ['aa', 'bb'].flatMap((id) =>
      ['bridge', 'vaults'].flatMap((bridge) =>
        ['alice', 'bob'].map((account) => ({ chainId: id.repeat(32), bridge, account })),
      ),
    );
    const all = owners.map((owner) => depositAddress(owner, REGTEST));
    expect(new Set(all).size).toBe(8);
    expect(depositAddress(ALICE, REGTEST)).toBe(all[0]);
  });

  it('a deposit address can be paid to on the simulated Bitcoin, and on no other network', () => {
    const address = depositAddress(ALICE, REGTEST);
    expect(address).toMatch(/^bcrt1q[a-z0-9]{38}$/);
    expect(readAddress(address)).toBe(address);
    expect(readAddress(address.toUpperCase())).toBe(address);
    expect(readAddress(depositAddress(ALICE, { prefix: 'bc' }))).toBeUndefined();
    expect(readAddress(`${address} `)).toBeUndefined();
    expect(readAddress('')).toBeUndefined();
  });
});
