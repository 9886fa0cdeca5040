import { MAX_UNITS } from '@app/antelope';
import * as fc from 'fast-check';
import type { Side } from './order';
import { priceTimeKey, sideOfBook } from './price-time';

const orders = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  price: fc.bigInt(1n, MAX_UNITS),
  identifier: fc.bigInt(0n, (1n << 64n) - 1n),
});

describe('order book', () => {
  it('the price-time order puts the better price first and of equal prices the order that came first', () => {
    const equalPrices = fc
      .tuple(orders, orders)
      .map(([left, right]) => [left, { ...right, price: left.price }] as const);
    fc.assert(
      fc.property(fc.oneof(fc.tuple(orders, orders), equalPrices), ([left, { price, identifier }]) => {
        const right = { side: left.side, price, identifier };
        const isBetter = left.side === 'buy' ? left.price > price : left.price < price;
        const isFirst = isBetter || (left.price === price && left.identifier < identifier);
        expect(priceTimeKey(left) < priceTimeKey(right)).toBe(isFirst);
      }),
    );
  });

  it('the price-time order keeps the sides apart, in 128 bits', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const key = priceTimeKey(order);
        for (const side of ['buy', 'sell'] as const) {
          const { lower, upper } = sideOfBook(side);
          expect(key >= lower && key <= upper).toBe(side === order.side);
        }
        expect(key).toBeGreaterThanOrEqual(0n);
        expect(key).toBeLessThan(1n << 128n);
      }),
    );
  });
});
