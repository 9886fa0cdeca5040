import { worseByBps } from './price-guard';

const ORACLE = 80_000_00000000n;
const order = { decimals: 8 };

describe('the price guard', () => {
  it.each<['buy' | 'sell', bigint, bigint]>([
    ['buy', 80_000_00000000n, 0n],
    ['buy', 80_400_00000000n, 50n],
    ['buy', 80_400_00000001n, 51n],
    ['buy', 1n, -9_999n],
    ['sell', 79_600_00000000n, 50n],
    ['sell', 79_599_99999999n, 51n],
    ['sell', 160_000_00000000n, -10_000n],
  ])('a %s at %s units is worse than 80000 by %s bps', (side, price, expected) => {
    expect(worseByBps({ ...order, side, price }, ORACLE)).toBe(expected);
  });

  it('an order is compared with no price of zero', () => {
    expect(() => worseByBps({ ...order, side: 'sell', price: 1n }, 0n)).toThrow(RangeError);
  });

  it('prices of other decimals are compared exactly', () => {
    expect(worseByBps({ side: 'buy', price: 80_400_00n, decimals: 2 }, ORACLE)).toBe(50n);
    expect(worseByBps({ side: 'buy', price: 80_400_01n, decimals: 2 }, ORACLE)).toBe(51n);
  });
});
