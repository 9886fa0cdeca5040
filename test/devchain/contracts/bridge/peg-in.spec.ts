import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';
import {
  btcblocks,
  btcsend,
  genaddr,
  receive,
  settle,
} from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { depositAddressesTable, pegInsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC, CBTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import {
  BTC_BRIDGE,
  RELAYER,
  VAULT_BRIDGE,
} from '../../../../apps/devchain/src/contracts/shared/account-names';
import { ALICE_ADDRESS, EXTERNAL_ADDRESS, mineBlocks, ONE, payBitcoin } from './support/bridge-steps';

describe('deposit addresses', () => {
  it('deposit addresses exist for the funded accounts and for every account that requests one', () => {
    const chain = new LendingChain(['ann', 'ben']);
    const ask = (account: string, actor: string) =>
      chain.refusalOf(() => chain.push(actor, BTC_BRIDGE, genaddr, { account }));
    expect(chain.rows(BTC_BRIDGE, BTC_BRIDGE, depositAddressesTable)).toContainEqual({
      account: 'alice',
      btc_address: ALICE_ADDRESS,
    });
    expect(ask('ann', 'ann')).toBeUndefined();
    expect(ask('ben', RELAYER)).toBeUndefined();
    expect(ask('ann', RELAYER)).toBe('bridge: account has an address already');
    expect(ask('nosuch', RELAYER)).toBe('bridge: there is no such account');
    expect(ask('carol', 'ann')).toBe('missing authority of relayer');
  });
});

describe('a payment from Bitcoin', () => {
  it('a payment from Bitcoin is credited as BTC after three confirmations', () => {
    const chain = new LendingChain([]);
    payBitcoin(chain, ALICE_ADDRESS, 5_000n);
    for (const height of [1, 2]) {
      mineBlocks(chain, 1);
      expect(chain.balance('alice', BTC)).toBe(10n * ONE);
      expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toHaveLength(1);
      expect(height).toBeLessThan(3);
    }
    mineBlocks(chain, 1);
    expect(chain.balance('alice', BTC)).toBe(10n * ONE + 5_000n);
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toEqual([]);
    expect(chain.rows(BTC_BRIDGE, 'confirmed', pegInsTable)).toMatchObject([
      {
        id: 1n,
        account: 'alice',
        btc_address: ALICE_ADDRESS,
        quantity: amountOf(BTC, 5_000n),
        btc_height: 0,
      },
    ]);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });

  it('a payment from Bitcoin is accepted at addresses of the bridges only, and from the relayer only', () => {
    const chain = new LendingChain(['ann']);
    expect(chain.refusalOf(() => payBitcoin(chain, EXTERNAL_ADDRESS, ONE))).toBe(
      'bridge: address belongs to no account',
    );
    expect(chain.refusalOf(() => payBitcoin(chain, 'nonsense', ONE))).toBe(
      'bridge: address belongs to no account',
    );
    expect(chain.refusalOf(() => payBitcoin(chain, ALICE_ADDRESS, 0n))).toBe(
      'bridge: quantity must be above zero',
    );
    const quantity = amountOf(BTC, ONE);
    const reported = { txid: '00'.repeat(32), btc_address: ALICE_ADDRESS, quantity };
    const byAnn = [
      () => chain.push('ann', BTC_BRIDGE, btcsend, { btc_address: ALICE_ADDRESS, quantity }),
      () => chain.push('ann', BTC_BRIDGE, receive, reported),
      () => chain.push('ann', VAULT_BRIDGE, receive, reported),
      () => chain.push('ann', BTC_BRIDGE, btcblocks, { count: 1 }),
      () => chain.push('ann', BTC_BRIDGE, settle, {}),
    ];
    for (const work of byAnn) expect(chain.refusalOf(work)).toBe('missing authority of relayer');
    const inCbtc = { btc_address: ALICE_ADDRESS, quantity: amountOf(CBTC, ONE) };
    expect(chain.refusalOf(() => chain.push(RELAYER, BTC_BRIDGE, btcsend, inCbtc))).toBe(
      'bridge: quantity must be in BTC with 8 decimals',
    );
    for (const count of [0, 1001])
      expect(chain.refusalOf(() => mineBlocks(chain, count))).toBe('bridge: count must be 1 to 1000');
    expect(chain.refusalOf(() => mineBlocks(chain, 1000))).toBeUndefined();
  });
});

describe('a payment from Bitcoin above the maximum supply', () => {
  /** BTC units that can still be issued. */
  const remainingSupply = (chain: LendingChain) => 21_000_000n * ONE - chain.supply(BTC);

  it('a payment from Bitcoin above the maximum supply is refused when it is sent', () => {
    const chain = new LendingChain([]);
    expect(chain.refusalOf(() => payBitcoin(chain, ALICE_ADDRESS, remainingSupply(chain) + 1n))).toBe(
      'bridge: there cannot be that much BTC',
    );
    payBitcoin(chain, ALICE_ADDRESS, remainingSupply(chain));
    mineBlocks(chain, 3);
    expect(remainingSupply(chain)).toBe(0n);
    // The supply of CBTC is separate.
    chain.openVault('alice', 'alvault.loan');
    chain.payBitcoin(VAULT_BRIDGE, 'alvault.loan', ONE);
    expect(chain.collateral('alvault.loan')).toBe(ONE);
  });

  it('a payment above the maximum supply stays pending until supply is available, without delaying others', () => {
    const chain = new LendingChain([]);
    const bob = lendingAddress(BTC_BRIDGE, 'bob');
    payBitcoin(chain, ALICE_ADDRESS, remainingSupply(chain) - ONE / 4n);
    for (const units of [ONE, ONE / 4n]) payBitcoin(chain, bob, units);
    mineBlocks(chain, 3);
    expect(chain.balance('bob', BTC)).toBe(10n * ONE + ONE / 4n);
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toMatchObject([{ quantity: amountOf(BTC, ONE) }]);
    for (const units of [60_000_000n, 60_000_000n])
      chain.send('alice', BTC_BRIDGE, BTC, units, EXTERNAL_ADDRESS);
    for (const count of [1, 3]) mineBlocks(chain, count);
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toHaveLength(1);
    mineBlocks(chain, 1);
    expect(chain.rows(BTC_BRIDGE, 'pending', pegInsTable)).toEqual([]);
    expect(chain.balance('bob', BTC)).toBe(11n * ONE + ONE / 4n);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });
});

describe('a payment from Bitcoin that is reported twice', () => {
  const txid = 'ab'.repeat(32);
  const reported = (address: string) => ({ txid, btc_address: address, quantity: amountOf(BTC, ONE) });

  it('a payment from Bitcoin that is reported twice is recorded once, before and after it is credited', () => {
    const chain = new LendingChain([]);
    chain.isWatched = true;
    const report = (address: string) =>
      chain.refusalOf(() => chain.push(RELAYER, BTC_BRIDGE, receive, reported(address)));
    expect(report(ALICE_ADDRESS)).toBeUndefined();
    expect(report(ALICE_ADDRESS)).toBe('bridge: payment was seen already');
    mineBlocks(chain, 3);
    expect(report(ALICE_ADDRESS)).toBe('bridge: payment was seen already');
    expect(chain.balance('alice', BTC)).toBe(11n * ONE);
    // One transaction may pay to others as well.
    expect(report(lendingAddress(BTC_BRIDGE, 'bob'))).toBeUndefined();
  });
});
