import fc from 'fast-check';
import type { OpenOrder } from '../table-rows/open-order';
import { buildOrderbook, spreadOf } from './orderbook';

const order = (side: 'buy' | 'sell', price: bigint, amount = 1n, total = amount * price): OpenOrder => ({
  ...{ id: 1n, account: 'alice', side, price, amount, total },
});

describe('an order book', () => {
  it('an order book has one level per price, best first on both sides', () => {
    const book = buildOrderbook([
      order('sell', 105n, 3n),
      order('buy', 90n, 1n),
      order('sell', 101n, 5n),
      order('buy', 99n, 2n),
      order('sell', 105n, 4n),
    ]);
    expect(book.bids).toEqual({
      ...{ side: 'buy', coverage: 'whole', best: 99n, cut: null },
      levels: [
        { price: 99n, amount: 2n, total: 198n, orders: 1 },
        { price: 90n, amount: 1n, total: 90n, orders: 1 },
      ],
    });
    expect(book.asks).toEqual({
      ...{ side: 'sell', coverage: 'whole', best: 101n, cut: null },
      levels: [
        { price: 101n, amount: 5n, total: 505n, orders: 1 },
        { price: 105n, amount: 7n, total: 735n, orders: 2 },
      ],
    });
    expect(spreadOf(book)).toBe(2n);
  });

  it.each([
    ['no orders', []],
    ['buyers only', [order('buy', 9n)]],
    ['sellers only', [order('sell', 9n)]],
  ])('an order book has no spread with %s', (_, orders) => {
    expect(spreadOf(buildOrderbook(orders))).toBeNull();
  });

  it('an order book has no spread with a bid above the asks, which no block has', () => {
    expect(spreadOf(buildOrderbook([order('buy', 100n), order('sell', 99n)]))).toBeNull();
    expect(spreadOf(buildOrderbook([order('buy', 99n), order('sell', 99n)]))).toBe(0n);
  });

  it('an order book loses no order and no unit, whatever their order', () => {
    const units = fc.bigInt({ min: 1n, max: (1n << 62n) - 1n });
    // Few prices, so that levels have several orders, beside some that a float cannot distinguish.
    const price = fc.oneof(
      fc.bigInt({ min: 1n, max: 5n }),
      fc.bigInt({ min: (1n << 60n) - 2n, max: 1n << 60n }),
    );
    const orders = fc.array(
      fc
        .record({
          side: fc.constantFrom('buy' as const, 'sell' as const),
          price,
          amount: units,
          total: units,
        })
        .map((one): OpenOrder => ({ id: 1n, account: 'alice', ...one })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(orders, (all) => {
        const { bids, asks } = buildOrderbook(all);
        for (const { side, levels } of [bids, asks]) {
          const ofSide = all.filter((one) => one.side === side);
          const prices = levels.map((level) => level.price);
          expect(new Set(prices)).toEqual(new Set(ofSide.map((one) => one.price)));
          for (const [index, level] of levels.entries()) {
            const next = levels[index + 1];
            if (next) expect(side === 'buy' ? level.price > next.price : level.price < next.price).toBe(true);
            const there = ofSide.filter((one) => one.price === level.price);
            expect(level).toEqual({
              price: level.price,
              amount: there.reduce((sum, one) => sum + one.amount, 0n),
              total: there.reduce((sum, one) => sum + one.total, 0n),
              orders: there.length,
            });
          }
        }
      }),
    );
  });
});
