import { bech32, bech32m } from '@scure/base';
import { lendingAddress, LendingChain } from '../../../harness/chain/lending-chain';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { create, issue } from '../../../../apps/devchain/src/contracts/token/signatures';
import { approve, cancel, settle } from '../../../../apps/devchain/src/contracts/bridge/signatures';
import { pegInsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { BTC_BRIDGE, RELAYER } from '../../../../apps/devchain/src/contracts/shared/account-names';
import {
  ALICE_ADDRESS,
  EXTERNAL_ADDRESS,
  mineBlocks,
  ONE,
  payBitcoin,
  pegOuts,
} from './support/bridge-steps';

describe('peg-outs', () => {
  it('a peg-out is sent with the next Bitcoin block, completed after three more, and its tokens are retired', () => {
    const chain = new LendingChain([]);
    const supply = chain.supply(BTC);
    chain.send('alice', BTC_BRIDGE, BTC, 50_000_000n, EXTERNAL_ADDRESS);
    const [row] = pegOuts(chain, 'pending');
    expect(row).toMatchObject({
      id: 1n,
      account: 'alice',
      btc_address: EXTERNAL_ADDRESS,
      quantity: amountOf(BTC, 50_000_000n),
      tx_fee: amountOf(BTC, 50_000n),
      miner_fee: amountOf(BTC, 2_000n),
      net_amount: amountOf(BTC, 49_948_000n),
      fee_version: 1,
      txid: '',
    });
    mineBlocks(chain, 1);
    expect(pegOuts(chain, 'pending')[0]?.txid).toMatch(/^[0-9a-f]{64}$/);
    expect(chain.supply(BTC)).toBe(supply);
    mineBlocks(chain, 3);
    expect(pegOuts(chain, 'pending')).toEqual([]);
    expect(pegOuts(chain, 'completed')).toMatchObject([{ id: 1n, net_amount: amountOf(BTC, 49_948_000n) }]);
    expect(chain.supply(BTC)).toBe(supply - 49_950_000n);
    expect(chain.balance(BTC_BRIDGE, BTC)).toBe(50_000n);
  });

  it('a peg-out is credited as a peg-in when the destination is an address of a bridge', () => {
    const chain = new LendingChain([]);
    const bob = lendingAddress(BTC_BRIDGE, 'bob');
    chain.send('alice', BTC_BRIDGE, BTC, 10_000n, bob.toUpperCase());
    mineBlocks(chain, 1);
    const [seen] = chain.rows(BTC_BRIDGE, 'pending', pegInsTable);
    expect(seen).toMatchObject({ account: 'bob', quantity: amountOf(BTC, 7_000n) });
    expect(seen?.txid).toBe(pegOuts(chain, 'pending')[0]?.txid);
    mineBlocks(chain, 3);
    expect(chain.balance('bob', BTC)).toBe(10n * ONE + 7_000n);
    expect(chain.totalBalance(BTC)).toBe(chain.supply(BTC));
  });

  it('a peg-out of one BTC or more is reviewed, and is sent when it is approved', () => {
    const chain = new LendingChain([]);
    chain.send('alice', BTC_BRIDGE, BTC, ONE, EXTERNAL_ADDRESS);
    mineBlocks(chain, 10);
    expect(pegOuts(chain, 'review')).toMatchObject([
      { id: 1n, txid: '', reason: 'at or above 1.00000000 BTC' },
    ]);
    const approveIt = (actor: string) => () => chain.push(actor, BTC_BRIDGE, approve, { id: 1n });
    expect(chain.refusalOf(approveIt('alice'))).toBe('missing authority of relayer');
    approveIt(RELAYER)();
    expect(pegOuts(chain, 'review')).toEqual([]);
    expect(chain.refusalOf(approveIt(RELAYER))).toBe('bridge: withdrawal is not in review');
    mineBlocks(chain, 1);
    mineBlocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toHaveLength(1);
  });

  it('a peg-out is approved after a minute of review without a decision', () => {
    const chain = new LendingChain([]);
    chain.send('alice', BTC_BRIDGE, BTC, ONE, EXTERNAL_ADDRESS);
    mineBlocks(chain, 1);
    expect(pegOuts(chain, 'review')).toHaveLength(1);
    chain.wait(60);
    mineBlocks(chain, 1);
    expect(pegOuts(chain, 'review')).toEqual([]);
    mineBlocks(chain, 3);
    expect(pegOuts(chain, 'completed')).toMatchObject([{ id: 1n, reason: '' }]);
  });

  it('a peg-out stays in review for a minute, and one settle call ends fifty reviews, the oldest first', () => {
    const chain = new LendingChain([]);
    payBitcoin(chain, ALICE_ADDRESS, 60n * ONE);
    mineBlocks(chain, 3);
    // Times are kept in whole seconds: the first two are of the same one.
    if (chain.nextMs % 1000 !== 0) chain.wait(0);
    const requestedMs = chain.nextMs;
    for (let sent = 0; sent < 53; sent++) chain.send('alice', BTC_BRIDGE, BTC, ONE, EXTERNAL_ADDRESS);
    const settleNow = () => chain.push(RELAYER, BTC_BRIDGE, settle, {});
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
  ])('a peg-out of %s units is refunded in full when it is canceled in %s', (units, scope) => {
    const chain = new LendingChain([]);
    chain.send('alice', BTC_BRIDGE, BTC, units, EXTERNAL_ADDRESS);
    expect(pegOuts(chain, scope)).toHaveLength(1);
    const cancelIt = () => chain.push(RELAYER, BTC_BRIDGE, cancel, { id: 1n, reason: 'no route' });
    cancelIt();
    expect(chain.balance('alice', BTC)).toBe(10n * ONE);
    expect(chain.balance(BTC_BRIDGE, BTC)).toBe(0n);
    expect(pegOuts(chain, 'canceled')).toMatchObject([{ id: 1n, reason: 'no route', txid: '' }]);
    expect(chain.refusalOf(cancelIt)).toBe('bridge: there is no such withdrawal waiting');
    expect(chain.refusalOf(() => chain.push('alice', BTC_BRIDGE, cancel, { id: 1n, reason: '' }))).toBe(
      'missing authority of relayer',
    );
  });

  it('a peg-out cannot be canceled after it was sent', () => {
    const chain = new LendingChain([]);
    chain.send('alice', BTC_BRIDGE, BTC, 50_000_000n, EXTERNAL_ADDRESS);
    mineBlocks(chain, 1);
    expect(chain.refusalOf(() => chain.push(RELAYER, BTC_BRIDGE, cancel, { id: 1n, reason: '' }))).toBe(
      'bridge: withdrawal is on the Bitcoin chain already',
    );
  });

  it('a peg-out is refused without a transfer when it cannot be sent', () => {
    const fake = { contract: 'fake.token', symbol: 'BTC', precision: 8 };
    const chain = new LendingChain([], [createTokenContract('fake.token')]);
    const quantity = amountOf(fake, ONE);
    chain.push('fake.token', 'fake.token', create, { issuer: 'fake.token', maximum_supply: quantity });
    chain.push('fake.token', 'fake.token', issue, { to: 'fake.token', quantity, memo: '' });
    chain.isWatched = true;
    const send = (units: bigint, memo: string, token = BTC, from = 'alice') =>
      chain.refusalOf(() => chain.send(from, BTC_BRIDGE, token, units, memo));
    const usdt = { contract: 'usdt.token', symbol: 'USDT', precision: 8 };
    expect(send(9_999n, EXTERNAL_ADDRESS)).toBe('bridge: below minimum withdrawal of 0.00010000 BTC');
    expect(send(ONE, '')).toBe('bridge: memo must be a Bitcoin address of this network');
    expect(send(ONE, `${EXTERNAL_ADDRESS} `)).toBe('bridge: memo must be a Bitcoin address of this network');
    expect(send(ONE, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
      'bridge: memo must be a Bitcoin address of this network',
    );
    expect(send(ONE, EXTERNAL_ADDRESS, usdt)).toBe(
      'bridge: only BTC of contract btc.token is sent to Bitcoin',
    );
    expect(send(ONE, EXTERNAL_ADDRESS, fake, 'fake.token')).toBe(
      'bridge: only BTC of contract btc.token is sent to Bitcoin',
    );
    expect(chain.balance('alice', BTC)).toBe(10n * ONE);
  });
});

describe('the destination address of a peg-out', () => {
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
  ])('the destination address of a peg-out is accepted: %s', (_, memo) => {
    const chain = new LendingChain([]);
    chain.send('alice', BTC_BRIDGE, BTC, 10_000n, memo);
    expect(pegOuts(chain, 'pending')).toMatchObject([{ btc_address: memo }]);
  });

  it.each([
    ['an address of mainnet', bech32.encode('bc', words(0, 20))],
    ['an address of testnet', bech32.encode('tb', words(0, 20))],
    ['a prefix that begins with that of regtest', bech32.encode('bcrt1x', words(0, 20))],
    ['a base58 address of mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['a wrong checksum', EXTERNAL_ADDRESS.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    ['a wrong base58 checksum', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'],
    ['mixed upper and lower case', EXTERNAL_ADDRESS.replace('bcrt', 'BCRT')],
    ['version 0 with the checksum of version 1', bech32m.encode('bcrt', words(0, 20))],
    ['version 1 with the checksum of version 0', bech32.encode('bcrt', words(1, 32))],
    ['version 1 with a wrong length', bech32m.encode('bcrt', words(1, 20))],
    ['version 17', bech32m.encode('bcrt', words(17, 32))],
    ['a bitcoin: link', `bitcoin:${EXTERNAL_ADDRESS}`],
    ['two lines', `${EXTERNAL_ADDRESS}\n${EXTERNAL_ADDRESS}`],
    ['look-alike letters', EXTERNAL_ADDRESS.replace('b', 'Ь')],
  ])('the destination address of a peg-out is refused: %s', (_, memo) => {
    const chain = new LendingChain([]);
    chain.isWatched = true;
    expect(chain.refusalOf(() => chain.send('alice', BTC_BRIDGE, BTC, 10_000n, memo))).toBe(
      'bridge: memo must be a Bitcoin address of this network',
    );
  });
});
