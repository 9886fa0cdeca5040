import * as fc from 'fast-check';
import { longOr } from '../../../harness/long';
import { LONG_PROPERTY } from '../../../harness/long-property';
import { createDexContract } from '../../../../apps/devchain/src/contracts/dex/contract';
import type { Side } from '../../../../apps/devchain/src/contracts/dex/matching/order';
import { type Pair, PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { ExchangeChain } from '../../../harness/chain/exchange-chain';
import { NaiveExchange } from '../../../../apps/devchain/src/contracts/dex/testing/naive-exchange';
import { type Token } from '../../../../apps/devchain/src/contracts/shared/tokens';

const MAX_FILLS = 3;
const PEOPLE = ['alice', 'bob', 'carol'];
const TOKENS: readonly Token[] = [
  ...new Map(
    PAIRS.flatMap(({ base, quote }) => [base, quote]).map((token) => [token.symbol, token]),
  ).values(),
];

/** Units around which orders cross, and whose values have fractions. */
const RANGES: Record<string, { price: fc.Arbitrary<bigint>; base: fc.Arbitrary<bigint> }> = {
  btcusdt: {
    price: fc.bigInt(7_999_999_999_990n, 8_000_000_000_010n),
    base: fc.oneof(fc.bigInt(1n, 50_000n), fc.bigInt(1n, 500_000_000n), fc.bigInt(1n, 5_000_000_000n)),
  },
  nativebtc: {
    price: fc.bigInt(9_995n, 10_005n),
    base: fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, 300_000n), fc.bigInt(1n, 20_000_000_000n)),
  },
};

interface Placing {
  kind: 'order';
  account: string;
  pair: Pair;
  terms: { side: Side; price: bigint; base: bigint };
}
interface Cancelling {
  kind: 'cancel';
  account: string;
  pair: Pair;
  /** Which of the open orders of that pair, or none of them. */
  at: number;
}

const pairs = fc.constantFrom(...PAIRS);
const accounts = fc.constantFrom(...PEOPLE);
const placing = pairs.chain((pair) =>
  fc.record<Placing>({
    kind: fc.constant('order'),
    account: accounts,
    pair: fc.constant(pair),
    terms: fc.record({ side: fc.constantFrom<Side>('buy', 'sell'), ...RANGES[pair.name]! }),
  }),
);
const cancelling = fc.record<Cancelling>({
  kind: fc.constant('cancel'),
  account: accounts,
  pair: pairs,
  at: fc.nat(20),
});
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: placing }, { weight: 1, arbitrary: cancelling }), {
  maxLength: 200,
  size: 'max',
});

describe('the exchange on the chain', () => {
  it('the exchange trades as a sorted array does, conserves tokens, and changes nothing on a refusal', () => {
    let [count, refused] = [0, 0];
    fc.assert(
      fc.property(steps, (sequence) => {
        const exchange = new ExchangeChain([createDexContract({ maxFills: MAX_FILLS, keptTrades: 1_000n })]);
        const naive = new NaiveExchange(MAX_FILLS, holdings(exchange));
        for (const step of sequence) {
          const { plainly, onChain } = both(exchange, naive, step);
          const isExpected = plainly();
          // A digest reads the whole state: one refusal in three is enough.
          const before = !isExpected && refused % 3 === 0 ? exchange.chain.stateDigest() : undefined;
          expect(isTaken(onChain)).toBe(isExpected);
          count++;
          if (!isExpected) refused++;
          if (before !== undefined) expect(exchange.chain.stateDigest()).toBe(before);
          if (count % 10 === 0) exchange.nextBlock();
          expectSameBook(exchange, naive, step.pair);
          expectConserved(exchange, naive);
        }
        expectSameTrades(exchange, naive);
      }),
      { numRuns: longOr(100, 9), ...LONG_PROPERTY },
    );
    // The sequences are long and not all refused.
    expect(count).toBeGreaterThan(longOr(1_000, 400));
    expect(refused).toBeLessThan(count / 2);
  });
});

function holdings(exchange: ExchangeChain): Map<string, bigint> {
  return new Map(
    PEOPLE.flatMap((account) =>
      TOKENS.map((token) => [`${account} ${token.symbol}`, exchange.balance(account, token)] as const),
    ),
  );
}

/** True when the chain took it; a refusal is one of those that can be expected here. */
function isTaken(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    expect(String(error)).toMatch(
      /exchange: order (is worth less|belongs to)|exchange: there is no|overdrawn balance/,
    );
    return false;
  }
}

/** One step, ready to be taken by the plain exchange and by the one on the chain. */
function both(exchange: ExchangeChain, naive: NaiveExchange, step: Placing | Cancelling) {
  const { account, pair } = step;
  if (step.kind === 'order') {
    return {
      plainly: () => naive.place(pair, { account, ...step.terms }),
      onChain: () => exchange.order(account, pair, step.terms),
    };
  }
  const identifier = exchange.openOrders(pair)[step.at]?.identifier ?? 1_000_000n;
  return {
    plainly: () => naive.cancel(pair, account, Number(identifier)),
    onChain: () => exchange.cancel(account, pair, identifier),
  };
}

function expectSameBook(exchange: ExchangeChain, naive: NaiveExchange, pair: Pair): void {
  const onChain = exchange.openOrders(pair).map((row) => ({
    identifier: Number(row.identifier),
    account: row.account,
    side: row.type,
    price: BigInt(row.price.replace('.', '')),
    base: row.baseAsset.units,
    worth: row.quoteAsset.units,
  }));
  const plain = naive.book(pair).map((order) => ({ ...order, worth: naive.worth(pair, order) }));
  expect(onChain).toEqual(plain.sort((left, right) => left.identifier - right.identifier));
}

function expectSameTrades(exchange: ExchangeChain, naive: NaiveExchange): void {
  const onChain = exchange.trades().map((row) => ({
    pair: row.pair,
    seller: row.seller,
    buyer: row.buyer,
    price: BigInt(row.price.replace('.', '')),
    base: row.baseAsset.units,
    quote: row.quoteAsset.units,
    type: row.type,
  }));
  expect(onChain).toEqual(naive.trades);
}

/** Everyone has what the plain exchange says, the exchange has what open orders lock, and nothing else exists. */
function expectConserved(exchange: ExchangeChain, naive: NaiveExchange): void {
  const locks = lockedBySymbol(exchange);
  for (const token of TOKENS) {
    const held = PEOPLE.map((account) => exchange.balance(account, token));
    expect(held).toEqual(PEOPLE.map((account) => naive.balance(account, token.symbol)));
    const inExchange = exchange.balance('dex', token);
    expect(inExchange).toBe(locks.get(token.symbol) ?? 0n);
    expect(held.reduce((sum, units) => sum + units, inExchange)).toBe(exchange.supply(token));
  }
}

function lockedBySymbol(exchange: ExchangeChain): Map<string, bigint> {
  const locks = new Map<string, bigint>();
  for (const { type, baseAsset, quoteAsset } of PAIRS.flatMap((pair) => exchange.openOrders(pair))) {
    const { symbol, units } = type === 'buy' ? quoteAsset : baseAsset;
    locks.set(symbol, (locks.get(symbol) ?? 0n) + units);
  }
  return locks;
}
