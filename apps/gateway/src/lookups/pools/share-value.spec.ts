import fc from 'fast-check';
import { shareValue } from './share-value';

const units = fc.bigInt({ min: 0n, max: (1n << 62n) - 1n });

describe('shareValue', () => {
  it('shareValue rounds down to a whole unit of USDT', () => {
    expect(shareValue({ available: 5n, outstanding: 5n }, 1n, 3n)).toBe(3n);
  });

  it('shareValue is zero while the pool has no shares', () => {
    expect(shareValue({ available: 5n, outstanding: 0n }, 0n, 0n)).toBe(0n);
  });

  it('shareValue never gives all lenders together more than the pool has, and loses less than a unit for each', () => {
    fc.assert(
      fc.property(
        units,
        units,
        fc.array(fc.bigInt({ min: 1n, max: 1n << 58n }), { minLength: 1, maxLength: 10 }),
        (available, outstanding, held) => {
          const supply = held.reduce((sum, one) => sum + one, 0n);
          const total = held
            .map((one) => shareValue({ available, outstanding }, one, supply))
            .reduce((sum, one) => sum + one, 0n);
          expect(total <= available + outstanding).toBe(true);
          expect(available + outstanding - total < BigInt(held.length)).toBe(true);
        },
      ),
    );
  });
});
