import { isWithinGuard } from './price-guard';

const ORACLE = 80_000_00000000n;
const order = { decimals: 8, worseByBps: 50 };

describe('the price guard', () => {
  it.each<['buy' | 'sell', bigint, boolean]>([
    ['buy', 80_400_00000000n, true],
    ['buy', 80_400_00000001n, false],
    ['buy', 1n, true],
    ['sell', 79_600_00000000n, true],
    ['sell', 79_599_99999999n, false],
    ['sell', 160_000_00000000n, true],
  ])('a %s at %s units is within 50 bps of 80000: %s', (side, price, expected) => {
    expect(isWithinGuard({ ...order, side, price }, ORACLE)).toBe(expected);
  });

  it('prices of other decimals are compared exactly', () => {
    expect(isWithinGuard({ side: 'buy', price: 80_400_00n, decimals: 2, worseByBps: 50 }, ORACLE)).toBe(true);
    expect(isWithinGuard({ side: 'buy', price: 80_400_01n, decimals: 2, worseByBps: 50 }, ORACLE)).toBe(
      false,
    );
  });
});
