import fc from 'fast-check';
import type { OpenOrder, Side } from '../table-rows/open-order';
import { bookSide, levelCount } from './book-side';
import { DEPTH_BANDS_BPS, depthBands } from './depth';
import { buildOrderbook, orderbookOf, spreadOf } from './orderbook';

const order = (side: Side, price: bigint, amount = 1n): OpenOrder => ({
  ...{ id: 1n, account: 'alice', side, price, amount, total: amount * price },
});

/** Around a mid price at which the distances fall between the integers of the prices; some prices have many orders. */
const nearby = (side: Side) =>
  fc.array(
    fc
      .record({
        price: fc.oneof(fc.bigInt({ min: 9_700n, max: 10_300n }), fc.constantFrom(9_990n, 10_000n, 10_010n)),
        amount: fc.bigInt({ min: 1n, max: 1n << 62n }),
      })
      .map(({ price, amount }) => order(side, price, amount)),
    { maxLength: 40 },
  );

/** As an index gives them: best price first. */
const bestFirst = (orders: readonly OpenOrder[], side: Side): OpenOrder[] =>
  [...orders].sort((left, right) =>
    Number(side === 'sell' ? left.price - right.price : right.price - left.price),
  );

/** The sum by the definition: |price - mid| <= mid x bps / 10000, with mid = (bid + ask) / 2. */
function volumeWithin(orders: readonly OpenOrder[], doubleMid: bigint, bps: number): bigint {
  return orders
    .filter(({ side, price }) => {
      const distance = side === 'sell' ? 2n * price - doubleMid : doubleMid - 2n * price;
      return distance * 10_000n <= doubleMid * BigInt(bps);
    })
    .reduce((sum, { amount }) => sum + amount, 0n);
}

describe('depthBands', () => {
  it('sums exactly the orders within each distance of the mid price', () => {
    fc.assert(
      fc.property(nearby('buy'), nearby('sell'), (buys, sells) => {
        const { bids, asks, depth } = buildOrderbook([...buys, ...sells]);
        expect(depth.map(({ withinBps }) => withinBps)).toEqual([...DEPTH_BANDS_BPS]);
        for (const { withinBps, bids: bought, asks: sold } of depth) {
          if (bids.best === null || asks.best === null) {
            expect([bought, sold]).toEqual([null, null]);
            continue;
          }
          const doubleMid = bids.best + asks.best;
          expect(bought).toBe(volumeWithin(buys, doubleMid, withinBps));
          expect(sold).toBe(volumeWithin(sells, doubleMid, withinBps));
        }
      }),
    );
  });

  it('depthBands includes an order exactly at the distance and excludes the next price', () => {
    const bids = bookSide(
      [order('buy', 9_990n, 3n), order('buy', 9_890n, 5n), order('buy', 9_889n, 7n)],
      'buy',
      'whole',
    );
    const asks = bookSide([order('sell', 9_990n, 1n)], 'sell', 'whole');
    // Mid price 9990; 1 % of it is 99.9: 9890.1 is the bound.
    expect(depthBands(bids, asks).map((band) => band.bids)).toEqual([3n, 3n, 3n, 15n]);
    const exact = bookSide(
      [order('buy', 10_000n), order('buy', 9_900n, 4n), order('buy', 9_899n, 9n)],
      'buy',
      'whole',
    );
    expect(depthBands(exact, bookSide([order('sell', 10_000n)], 'sell', 'whole'))[2]?.bids).toBe(5n);
  });
});

describe('a book of which only the best orders were read', () => {
  it('a partly read book never differs from the whole book in a value that it gives', () => {
    fc.assert(
      fc.property(
        nearby('buy'),
        nearby('sell'),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (buys, sells, buysRead, sellsRead) => {
          const part = (all: readonly OpenOrder[], side: Side, count: number) =>
            bookSide(bestFirst(all, side).slice(0, count), side, count < all.length ? 'best' : 'whole');
          const whole = buildOrderbook([...buys, ...sells]);
          const known = orderbookOf(part(buys, 'buy', buysRead), part(sells, 'sell', sellsRead));
          expect(spreadOf(known)).toBe(spreadOf(whole));
          for (const side of ['bids', 'asks'] as const) {
            const { best, levels, cut, coverage } = known[side];
            expect(best).toBe(whole[side].best);
            expect(levels).toEqual(whole[side].levels.slice(0, levels.length));
            // The level at which the read ended is named, and counted with what was read of it.
            const there = whole[side].levels[levels.length];
            expect(cut?.price).toBe(coverage === 'best' ? there?.price : undefined);
            expect((cut?.orders ?? 0) <= (there?.orders ?? 0)).toBe(true);
            expect((cut?.amount ?? 0n) <= (there?.amount ?? 0n)).toBe(true);
            expect([null, whole[side].levels.length]).toContain(levelCount(known[side]));
            known.depth.forEach((band, index) => {
              if (band[side] !== null) expect(band[side]).toBe(whole.depth[index]?.[side]);
            });
          }
        },
      ),
    );
  });

  it('a partly read book gives the volume within a distance that was read completely', () => {
    const sells = [10_010n, 10_020n, 10_400n, 10_400n, 10_500n].map((price) => order('sell', price, 2n));
    const bids = bookSide([order('buy', 9_990n)], 'buy', 'whole');
    const asks = bookSide(sells.slice(0, 3), 'sell', 'best');
    expect(asks.levels.map(({ price }) => price)).toEqual([10_010n, 10_020n]);
    expect(asks.cut).toEqual({ price: 10_400n, amount: 2n, total: 20_800n, orders: 1 });
    expect(depthBands(bids, asks).map((band) => band.asks)).toEqual([2n, 4n, 4n, 4n]);
    const short = bookSide(sells.slice(0, 2), 'sell', 'best');
    expect(depthBands(bids, short).map((band) => band.asks)).toEqual([2n, null, null, null]);
  });

  it('a partly read book gives nothing but its levels when the orders were read in any order', () => {
    const book = buildOrderbook([order('buy', 90n), order('sell', 110n)], 'some');
    expect([book.bids.best, book.asks.best, spreadOf(book), levelCount(book.bids)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(book.depth.flatMap(({ bids, asks }) => [bids, asks])).toEqual(Array(8).fill(null));
  });
});
