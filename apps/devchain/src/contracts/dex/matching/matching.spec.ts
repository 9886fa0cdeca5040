import { MAX_UNITS } from '@app/antelope';
import * as fc from 'fast-check';
import { type Pair, PAIRS } from '../pairs';
import { NaiveExchange } from '../testing/naive-exchange';
import { matchOrder, type Matching } from './matching';
import { isWorthAUnit, lockOf, type Order, type OrderTerms, orderValue, type Side } from './order';
import { priceTimeKey, sideOfBook } from './price-time';
import { settle } from './settlement';

const MAX_FILLS = 4;
const ACCOUNTS = ['alice', 'bob', 'carol'];

/** Few decimals: nearly every value has a fraction, and orders cross all the time. */
const COARSE: Pair = {
  name: 'coarse',
  base: { contract: 'base.token', symbol: 'BASE', precision: 3 },
  quote: { contract: 'quote.token', symbol: 'QUOTE', precision: 1 },
  priceDecimals: 2,
};

/** A book in memory, with the order of the index that the book on the chain has. */
class MemoryBook {
  readonly orders: Order[] = [];
  #taken = 0n;

  constructor(private readonly pair: Pair) {}

  /** Undefined when the exchange would refuse. */
  place(account: string, terms: OrderTerms): Matching | undefined {
    if (!isWorthAUnit(this.pair, terms)) return undefined;
    const otherSide = this.side(terms.side === 'buy' ? 'sell' : 'buy');
    const matching = matchOrder(this.pair, terms, otherSide, MAX_FILLS);
    if (matching.ending === 'dust' && matching.fills.length === 0) return undefined;
    for (const { maker, left } of matching.fills) {
      this.orders.splice(this.orders.indexOf(maker), 1, ...(left === undefined ? [] : [left]));
    }
    this.#taken++;
    if (matching.ending === 'rests') {
      const rest = { ...terms, base: matching.left };
      this.orders.push({ ...rest, account, identifier: this.#taken, quote: orderValue(this.pair, rest) });
    }
    return matching;
  }

  side(side: Side): Order[] {
    const { lower, upper } = sideOfBook(side);
    return this.orders
      .map((order) => ({ key: priceTimeKey(order), order }))
      .filter(({ key }) => key >= lower && key <= upper)
      .sort((left, right) => (left.key < right.key ? -1 : 1))
      .map(({ order }) => order);
  }

  locked(side: Side): bigint {
    return this.side(side).reduce((sum, order) => sum + lockOf(this.pair, order), 0n);
  }
}

const sides = fc.constantFrom<Side>('buy', 'sell');
const coarseOrders = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  terms: fc.record({
    side: sides,
    price: fc.bigInt(90n, 110n),
    base: fc.oneof(fc.bigInt(1n, 400n), fc.bigInt(1n, 20_000n)),
  }),
});
const largeTerms = fc.record({
  side: sides,
  price: fc.bigInt(1n, MAX_UNITS),
  base: fc.bigInt(1n, MAX_UNITS),
});

function richExchange(): NaiveExchange {
  const balances = ACCOUNTS.flatMap((account) =>
    ['BASE', 'QUOTE'].map((symbol) => [`${account} ${symbol}`, 10n ** 12n] as const),
  );
  return new NaiveExchange(MAX_FILLS, new Map(balances));
}

describe('the value of an order', () => {
  it('the value of an order is that of the exact quotient, rounded up for a buy and down for a sell', () => {
    fc.assert(
      fc.property(fc.constantFrom(COARSE, ...PAIRS), largeTerms, (pair, terms) => {
        const naive = new NaiveExchange(MAX_FILLS, new Map());
        expect(orderValue(pair, terms)).toBe(naive.worth(pair, terms));
      }),
    );
  });

  it.each([
    ['btcusdt', 'buy', 10_000n, 8_000_000_000_000n, 800_000_000n],
    ['btcusdt', 'buy', 1n, 1n, 1n],
    ['btcusdt', 'sell', 1n, 1n, 0n],
    ['nativebtc', 'buy', 1_000_000n, 100n, 100n],
    ['nativebtc', 'sell', 1_009_999n, 100n, 100n],
    ['nativebtc', 'buy', 1_000_001n, 100n, 101n],
  ] as const)(
    'the value of an order on %s: a %s of %s units at %s is worth %s',
    (name, side, base, price, value) => {
      const pair = PAIRS.find((entry) => entry.name === name)!;
      expect(orderValue(pair, { side, base, price })).toBe(value);
    },
  );
});

describe('matching', () => {
  it('matching gives the result of a sorted array of orders, order by order', () => {
    fc.assert(
      fc.property(fc.array(coarseOrders, { maxLength: 80 }), (orders) => {
        const book = new MemoryBook(COARSE);
        const naive = richExchange();
        for (const { account, terms } of orders) {
          const matching = book.place(account, terms);
          const tradesBefore = naive.trades.length;
          expect(naive.place(COARSE, { account, ...terms })).toBe(matching !== undefined);
          expect(
            matching?.fills.map(({ base, quote, maker }) => ({ base, quote, price: maker.price })) ?? [],
          ).toEqual(
            naive.trades.slice(tradesBefore).map(({ base, quote, price }) => ({ base, quote, price })),
          );
          for (const side of ['buy', 'sell'] as const) {
            expect(book.side(side).map(({ account: owner, price, base }) => [owner, price, base])).toEqual(
              naive.side(COARSE, side).map(({ account: owner, price, base }) => [owner, price, base]),
            );
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('matching never leaves a crossed book, dust or an empty trade behind', () => {
    fc.assert(
      fc.property(fc.array(coarseOrders, { maxLength: 80 }), (orders) => {
        const book = new MemoryBook(COARSE);
        for (const { account, terms } of orders) {
          const matching = book.place(account, terms);
          const [bid, ask] = [book.side('buy')[0], book.side('sell')[0]];
          if (bid !== undefined && ask !== undefined) expect(bid.price).toBeLessThan(ask.price);
          for (const order of book.orders) {
            expect(isWorthAUnit(COARSE, order)).toBe(true);
            expect(order.quote).toBe(orderValue(COARSE, order));
          }
          for (const { base, quote } of matching?.fills ?? []) {
            expect(base).toBeGreaterThan(0n);
            expect(quote).toBeGreaterThan(0n);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('matching fills a taker at its limit or better, to the unit, in any number of fills', () => {
    fc.assert(
      fc.property(fc.array(coarseOrders, { maxLength: 60 }), (orders) => {
        const book = new MemoryBook(COARSE);
        for (const { account, terms } of orders) {
          const fills = book.place(account, terms)?.fills ?? [];
          const traded = { ...terms, base: fills.reduce((sum, { base }) => sum + base, 0n) };
          const quote = fills.reduce((sum, fill) => sum + fill.quote, 0n);
          if (terms.side === 'buy') expect(quote).toBeLessThanOrEqual(orderValue(COARSE, traded));
          else expect(quote).toBeGreaterThanOrEqual(orderValue(COARSE, traded));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('matching pays a resting order exactly the reduction of its value, in any number of fills', () => {
    const makers = fc.record({ side: sides, price: fc.bigInt(1n, 999n), base: fc.bigInt(1_000n, 10n ** 9n) });
    const cuts = fc.array(fc.bigInt(1n, 10n ** 8n), { maxLength: 30 });
    fc.assert(
      fc.property(makers, cuts, (terms, pieces) => {
        fc.pre(isWorthAUnit(COARSE, terms));
        const value = orderValue(COARSE, terms);
        const order: Order = { ...terms, identifier: 1n, account: 'alice', quote: value };
        const { base, quote, returned, left } = cutToPieces(order, pieces);
        if (terms.side === 'buy') {
          expect(quote + returned + (left?.quote ?? 0n)).toBe(value);
          const unfilled = terms.base - base - (left?.base ?? 0n);
          expect(isWorthAUnit(COARSE, { ...terms, base: unfilled })).toBe(false);
        } else {
          expect(quote + (left?.quote ?? 0n)).toBe(value);
          expect(base + returned + (left?.base ?? 0n)).toBe(terms.base);
        }
      }),
    );
  });
});

/** Fills an order of alice with one order after the other of bob at the same price. */
function cutToPieces(order: Order, pieces: readonly bigint[]) {
  const sum = { base: 0n, quote: 0n, returned: 0n };
  let left: Order | undefined = order;
  for (const base of pieces) {
    if (left === undefined) break;
    const side = order.side === 'buy' ? 'sell' : 'buy';
    const taker = { side, price: order.price, base, account: 'bob' } as const;
    const matching = matchOrder(COARSE, taker, [left], MAX_FILLS);
    for (const fill of matching.fills) {
      sum.base += fill.base;
      sum.quote += fill.quote;
      left = fill.left;
    }
    for (const { to, reason, units } of settle(COARSE, taker, matching)) {
      if (to === order.account && reason === 'refund') sum.returned += units;
    }
  }
  return { ...sum, left };
}
