import { bech32, bech32m } from '@scure/base';
import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { create, issue } from '../../../../apps/devchain/src/contracts/token/signatures';
import { REGTEST } from '../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { BTC_FEES } from '../../../../apps/devchain/src/contracts/bridge/peg-out/default-fees';
import { simulatedAddress } from '../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import {
  approve,
  btcblocks,
  btcsend,
  cancel,
  genaddr,
  receive,
  setfees,
  settle,
} from '../../../../apps/devchain/src/contracts/bridge/signatures';
import {
  depositAddressesTable,
  feesTable,
  pegOutsTable,
  pegInsTable,
} from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC, CBTC } from '../../../../apps/devchain/src/contracts/shared/tokens';

const ONE = 10n ** 8n;
const OUT = simulatedAddress('nobody', REGTEST);
const ALICE = lendingAddress('bridge', 'alice');

const blocks = (chain: LendingChain, count: number) => chain.push('relayer', 'bridge', btcblocks, { count });
const pay = (chain: LendingChain, address: string, units: bigint) =>
  chain.push('relayer', 'bridge', btcsend, { btc_address: address, quantity: amountOf(BTC, units) });
const pegOuts = (chain: LendingChain, scope: string) => chain.rows('bridge', scope, pegOutsTable);

describe('deposit addresses', () => {
  it('exist for the funded accounts, and for every account that requests one', () => {
    const chain = new LendingChain(['ann', 'ben']);
    const ask = (account: string, actor: string) =>
      chain.refusalOf(() => chain.push(actor, 'bridge', genaddr, { account }));
    expect(chain.rows('bridge', 'bridge', depositAddressesTable)).toContainEqual({
      account: 'alice',
      btc_address: ALICE,
    });
    expect(ask('ann', 'ann')).toBeUndefined();
    expect(ask('ben', 'relayer')).toBeUndefined();
    expect(ask('ann', 'relayer')).toBe('bridge: account has an address already');
    expect(ask('nosuch', 'relayer')).toBe('bridge: there is no such account');
    expect(ask('carol', 'ann')).toBe('missing authority of relayer');
  });
});

describe('a payment from Bitcoin', () => {
  it('is credited as BTC after three confirmations', () => {
    const chain = new LendingChain([]);
    pay(chain, ALICE, 5_000n);
    for (const height of [1, 2]) {
      blocks(chain, 1);
      expect(chain.balance('alice', BTC)).toBe(10n * ONE);
      expect(chain.rows('bridge', 'pending', pegInsTable)).toHaveLength(1);
      expect(height).toBeLessThan(3);
    }
    blocks(chain, 1);
    expect(chain.balance('alice', BTC)).toBe(10n * ONE + 5_000n);
    expect(chain.rows('bridge', 'pending', pegInsTable)).toEqual([]);
    expect(chain.rows('bridge', 'confirmed', pegInsTable)).toMatchObject([
      { id: 1n, account: 'alice', btc_address: ALICE, quantity: amountOf(BTC, 5_000n), btc_height: 0 },
    ]);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });

  it('is accepted at addresses of the bridges only, and from the relayer only', () => {
    const chain = new LendingChain(['ann']);
    expect(chain.refusalOf(() => pay(chain, OUT, ONE))).toBe('bridge: address belongs to no account');
    expect(chain.refusalOf(() => pay(chain, 'nonsense', ONE))).toBe('bridge: address belongs to no account');
    expect(chain.refusalOf(() => pay(chain, ALICE, 0n))).toBe('bridge: quantity must be above zero');
    const quantity = amountOf(BTC, ONE);
    const reported = { txid: '00'.repeat(32), btc_address: ALICE, quantity };
    const byAnn = [
      () => chain.push('ann', 'bridge', btcsend, { btc_address: ALICE, quantity }),
      () => chain.push('ann', 'bridge', receive, reported),
      () => chain.push('ann', 'vaults', receive, reported),
      () => chain.push('ann', 'bridge', btcblocks, { count: 1 }),
      () => chain.push('ann', 'bridge', settle, {}),
    ];
    for (const work of byAnn) expect(chain.refusalOf(work)).toBe('missing authority of relayer');
    const inCbtc = { btc_address: ALICE, quantity: amountOf(CBTC, ONE) };
    expect(chain.refusalOf(() => chain.push('relayer', 'bridge', btcsend, inCbtc))).toBe(
      'bridge: quantity must be in BTC with 8 decimals',
    );
    for (const count of [0, 1001])
      expect(chain.refusalOf(() => blocks(chain, count))).toBe('bridge: count must be 1 to 1000');
    expect(chain.refusalOf(() => blocks(chain, 1000))).toBeUndefined();
  });
});

describe('a payment of more than there can be', () => {
  /** BTC that can still be made. */
  const roomOf = (chain: LendingChain) => 21_000_000n * ONE - chain.supply(BTC);

  it('is refused when it is sent', () => {
    const chain = new LendingChain([]);
    expect(chain.refusalOf(() => pay(chain, ALICE, roomOf(chain) + 1n))).toBe(
      'bridge: there cannot be that much BTC',
    );
    pay(chain, ALICE, roomOf(chain));
    blocks(chain, 3);
    expect(roomOf(chain)).toBe(0n);
    // Of CBTC there is as much to be made as there ever was.
    chain.openVault('alice', 'alvault.loan');
    chain.payBitcoin('vaults', 'alvault.loan', ONE);
    expect(chain.collateral('alvault.loan')).toBe(ONE);
  });

  it('stays pending until supply is available, without delaying others', () => {
    const chain = new LendingChain([]);
    const bob = lendingAddress('bridge', 'bob');
    pay(chain, ALICE, roomOf(chain) - ONE / 4n);
    for (const units of [ONE, ONE / 4n]) pay(chain, bob, units);
    blocks(chain, 3);
    expect(chain.balance('bob', BTC)).toBe(10n * ONE + ONE / 4n);
    expect(chain.rows('bridge', 'pending', pegInsTable)).toMatchObject([{ quantity: amountOf(BTC, ONE) }]);
    for (const units of [60_000_000n, 60_000_000n]) chain.send('alice', 'bridge', BTC, units, OUT);
    for (const count of [1, 3]) blocks(chain, count);
    expect(chain.rows('bridge', 'pending', pegInsTable)).toHaveLength(1);
    blocks(chain, 1);
    expect(chain.rows('bridge', 'pending', pegInsTable)).toEqual([]);
    expect(chain.balance('bob', BTC)).toBe(11n * ONE + ONE / 4n);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });
});

describe('a payment that is reported twice', () => {
  const txid = 'ab'.repeat(32);
  const reported = (address: string) => ({ txid, btc_address: address, quantity: amountOf(BTC, ONE) });

  it('counts once, before and after it is credited', () => {
    const chain = new LendingChain([]);
    chain.isWatched = true;
    const report = (address: string) =>
      chain.refusalOf(() => chain.push('relayer', 'bridge', receive, reported(address)));
    expect(report(ALICE)).toBeUndefined();
    expect(report(ALICE)).toBe('bridge: payment was seen already');
    blocks(chain, 3);
    expect(report(ALICE)).toBe('bridge: payment was seen already');
    expect(chain.balance('alice', BTC)).toBe(11n * ONE);
    // One transaction may pay to others as well.
    expect(report(lendingAddress('bridge', 'bob'))).toBeUndefined();
  });
});

describe('an address to send to', () => {
  const words = (version: number, length: number) => [
    version,
    ...bech32.toWords(new Uint8Array(length).fill(7)),
  ];

  it.each([
    ['a key hash', bech32.encode('bcrt', words(0, 20))],
    ['a script hash', bech32.encode('bcrt', words(0, 32))],
    ['taproot', bech32m.encode('bcrt', words(1, 32))],
    ['a key hash in base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['a script hash in base58', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ])('may be %s', (_, memo) => {
    const chain = new LendingChain([]);
    chain.send('alice', 'bridge', BTC, 10_000n, memo);
    expect(pegOuts(chain, 'pending')).toMatchObject([{ btc_address: memo }]);
  });

  it.each([
    ['one of the main network', bech32.encode('bc', words(0, 20))],
    ['of the test network', bech32.encode('tb', words(0, 20))],
    ['of the main network in base58', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['with a wrong checksum', OUT.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    ['with a wrong checksum in base58', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'],
    ['in capitals here and there', OUT.replace('bcrt', 'BCRT')],
    ['of version 0 with the checksum of version 1', bech32m.encode('bcrt', words(0, 20))],
    ['of version 1 with the checksum of version 0', bech32.encode('bcrt', words(1, 32))],
    ['of version 1 and a wrong length', bech32m.encode('bcrt', words(1, 20))],
    ['of version 17', bech32m.encode('bcrt', words(17, 32))],
    ['as a link', `bitcoin:${OUT}`],
    ['of two lines', `${OUT}\n${OUT}`],
    ['in letters that look the same', OUT.replace('b', 'Ь')],
  ])('may not be %s', (_, memo) => {
    const chain = new LendingChain([]);
    chain.isWatched = true;
    expect(chain.refusalOf(() => chain.send('alice', 'bridge', BTC, 10_000n, memo))).toBe(
      'bridge: memo must be a Bitcoin address of this network',
    );
  });
});

describe('a call of settle', () => {
  it('moves fifty payments in each direction, the oldest first', () => {
    const chain = new LendingChain([]);
    for (let payments = 0; payments < 51; payments++) {
      pay(chain, ALICE, 1_000n);
      chain.send('alice', 'bridge', BTC, 10_000n, OUT);
    }
    blocks(chain, 3);
    expect(chain.rows('bridge', 'pending', pegInsTable).map(({ id }) => id)).toEqual([51n]);
    expect(pegOuts(chain, 'pending').filter(({ txid }) => txid === '')).toMatchObject([{ id: 51n }]);
    chain.push('relayer', 'bridge', settle, {});
    expect(chain.rows('bridge', 'pending', pegInsTable)).toEqual([]);
    for (let height = 1; height <= 2; height++) {
      blocks(chain, 1);
      expect(pegOuts(chain, 'completed')).toEqual([]);
    }
    blocks(chain, 1);
    expect(
      pegOuts(chain, 'completed')
        .map(({ id }) => id)
        .at(-1),
    ).toBe(50n);
    blocks(chain, 1);
    blocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toHaveLength(51);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });
});

describe('a payment to Bitcoin', () => {
  it('is sent with the next block and completed after three more; its tokens are no more', () => {
    const chain = new LendingChain([]);
    const supply = chain.supply(BTC);
    chain.send('alice', 'bridge', BTC, 50_000_000n, OUT);
    const [row] = pegOuts(chain, 'pending');
    expect(row).toMatchObject({
      id: 1n,
      account: 'alice',
      btc_address: OUT,
      quantity: amountOf(BTC, 50_000_000n),
      tx_fee: amountOf(BTC, 50_000n),
      miner_fee: amountOf(BTC, 2_000n),
      net_amount: amountOf(BTC, 49_948_000n),
      fee_version: 1,
      txid: '',
    });
    blocks(chain, 1);
    expect(pegOuts(chain, 'pending')[0]?.txid).toMatch(/^[0-9a-f]{64}$/);
    expect(chain.supply(BTC)).toBe(supply);
    blocks(chain, 3);
    expect(pegOuts(chain, 'pending')).toEqual([]);
    expect(pegOuts(chain, 'completed')).toMatchObject([{ id: 1n, net_amount: amountOf(BTC, 49_948_000n) }]);
    expect(chain.supply(BTC)).toBe(supply - 49_950_000n);
    expect(chain.balance('bridge', BTC)).toBe(50_000n);
  });

  it('arrives at the other end when that is an address of a bridge', () => {
    const chain = new LendingChain([]);
    const bob = lendingAddress('bridge', 'bob');
    chain.send('alice', 'bridge', BTC, 10_000n, bob.toUpperCase());
    blocks(chain, 1);
    const [seen] = chain.rows('bridge', 'pending', pegInsTable);
    expect(seen).toMatchObject({ account: 'bob', quantity: amountOf(BTC, 7_000n) });
    expect(seen?.txid).toBe(pegOuts(chain, 'pending')[0]?.txid);
    blocks(chain, 3);
    expect(chain.balance('bob', BTC)).toBe(10n * ONE + 7_000n);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });

  it('is reviewed from one BTC on, and is sent when it is approved', () => {
    const chain = new LendingChain([]);
    chain.send('alice', 'bridge', BTC, ONE, OUT);
    blocks(chain, 10);
    expect(pegOuts(chain, 'review')).toMatchObject([
      { id: 1n, txid: '', reason: 'at or above 1.00000000 BTC' },
    ]);
    const approveIt = (actor: string) => () => chain.push(actor, 'bridge', approve, { id: 1n });
    expect(chain.refusalOf(approveIt('alice'))).toBe('missing authority of relayer');
    approveIt('relayer')();
    expect(pegOuts(chain, 'review')).toEqual([]);
    expect(chain.refusalOf(approveIt('relayer'))).toBe('bridge: withdrawal is not in review');
    blocks(chain, 1);
    blocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toHaveLength(1);
  });

  it('is approved after a minute without a decision', () => {
    const chain = new LendingChain([]);
    chain.send('alice', 'bridge', BTC, ONE, OUT);
    blocks(chain, 1);
    expect(pegOuts(chain, 'review')).toHaveLength(1);
    chain.wait(60);
    blocks(chain, 1);
    expect(pegOuts(chain, 'review')).toEqual([]);
    blocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toMatchObject([{ id: 1n, reason: '' }]);
  });

  it('is reviewed for a whole minute, and fifty reviews end per call, the oldest first', () => {
    const chain = new LendingChain([]);
    pay(chain, ALICE, 60n * ONE);
    blocks(chain, 3);
    // Times are kept in whole seconds: the first two are of the same one.
    if (chain.nextMs % 1000 !== 0) chain.wait(0);
    const requestedMs = chain.nextMs;
    for (let sent = 0; sent < 53; sent++) chain.send('alice', 'bridge', BTC, ONE, OUT);
    const settleNow = () => chain.push('relayer', 'bridge', settle, {});
    chain.wait((requestedMs + 59_500 - chain.nextMs) / 1000);
    settleNow();
    expect(pegOuts(chain, 'pending')).toEqual([]);
    settleNow();
    expect(pegOuts(chain, 'pending').map(({ id }) => id)).toEqual([1n, 2n]);
    chain.wait(60);
    settleNow();
    expect(pegOuts(chain, 'review').map(({ id }) => id)).toEqual([53n]);
  });

  it.each([
    [ONE, 'review'],
    [50_000_000n, 'pending'],
  ])('of %s units comes back in full when it fails in %s', (units, scope) => {
    const chain = new LendingChain([]);
    chain.send('alice', 'bridge', BTC, units, OUT);
    expect(pegOuts(chain, scope)).toHaveLength(1);
    const cancelIt = () => chain.push('relayer', 'bridge', cancel, { id: 1n, reason: 'no route' });
    cancelIt();
    expect(chain.balance('alice', BTC)).toBe(10n * ONE);
    expect(chain.balance('bridge', BTC)).toBe(0n);
    expect(pegOuts(chain, 'canceled')).toMatchObject([{ id: 1n, reason: 'no route', txid: '' }]);
    expect(chain.refusalOf(cancelIt)).toBe('bridge: there is no such withdrawal waiting');
    expect(chain.refusalOf(() => chain.push('alice', 'bridge', cancel, { id: 1n, reason: '' }))).toBe(
      'missing authority of relayer',
    );
  });

  it('cannot be taken back once it is sent', () => {
    const chain = new LendingChain([]);
    chain.send('alice', 'bridge', BTC, 50_000_000n, OUT);
    blocks(chain, 1);
    expect(chain.refusalOf(() => chain.push('relayer', 'bridge', cancel, { id: 1n, reason: '' }))).toBe(
      'bridge: withdrawal is on the Bitcoin chain already',
    );
  });

  it('is refused without a transfer when it is unsendable', () => {
    const fake = { contract: 'fake.token', symbol: 'BTC', precision: 8 };
    const chain = new LendingChain([], [createTokenContract('fake.token')]);
    const quantity = amountOf(fake, ONE);
    chain.push('fake.token', 'fake.token', create, { issuer: 'fake.token', maximum_supply: quantity });
    chain.push('fake.token', 'fake.token', issue, { to: 'fake.token', quantity, memo: '' });
    chain.isWatched = true;
    const send = (units: bigint, memo: string, token = BTC, from = 'alice') =>
      chain.refusalOf(() => chain.send(from, 'bridge', token, units, memo));
    const usdt = { contract: 'usdt.token', symbol: 'USDT', precision: 8 };
    expect(send(9_999n, OUT)).toBe('bridge: below minimum withdrawal of 0.00010000 BTC');
    expect(send(ONE, '')).toBe('bridge: memo must be a Bitcoin address of this network');
    expect(send(ONE, `${OUT} `)).toBe('bridge: memo must be a Bitcoin address of this network');
    expect(send(ONE, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
      'bridge: memo must be a Bitcoin address of this network',
    );
    expect(send(ONE, OUT, usdt)).toBe('bridge: only BTC of contract btc.token is sent to Bitcoin');
    expect(send(ONE, OUT, fake, 'fake.token')).toBe(
      'bridge: only BTC of contract btc.token is sent to Bitcoin',
    );
    expect(chain.balance('alice', BTC)).toBe(10n * ONE);
  });
});

describe('fees', () => {
  it('are changed by the bridge alone, for later withdrawals', () => {
    const chain = new LendingChain(['ann']);
    const change =
      (actor: string, args = { ...BTC_FEES, miner_fee: amountOf(BTC, 3_000n) }) =>
      () =>
        chain.push(actor, 'bridge', setfees, args);
    chain.send('alice', 'bridge', BTC, 20_000n, OUT);
    change('bridge')();
    chain.send('alice', 'bridge', BTC, 20_000n, OUT);
    expect(pegOuts(chain, 'pending').map((row) => [row.fee_version, row.miner_fee.units])).toEqual([
      [1, 2_000n],
      [2, 3_000n],
    ]);
    expect(chain.rows('bridge', 'bridge', feesTable).map((row) => row.fee_version)).toEqual([1, 2]);
    expect(chain.refusalOf(change('ann'))).toBe('missing authority of bridge');
    expect(chain.refusalOf(change('bridge', { ...BTC_FEES, minimum: amountOf(BTC, 3_000n) }))).toBe(
      'bridge: fees must leave something of every amount that may be sent',
    );
    expect(chain.refusalOf(change('bridge', { ...BTC_FEES, minimum: amountOf(CBTC, 80_000n) }))).toBe(
      'bridge: quantity must be in BTC with 8 decimals',
    );
  });
});
