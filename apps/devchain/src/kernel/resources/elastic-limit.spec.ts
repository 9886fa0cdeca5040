import fc from 'fast-check';
import { nextVirtualLimit } from './elastic-limit';

const limit = { target: 100n, max: 1000n };

describe('virtual limits', () => {
  it('a virtual limit grows by a thousandth up to the target and shrinks by a hundredth above', () => {
    expect(nextVirtualLimit(100_000n, 100n, limit)).toBe(100_100n);
    expect(nextVirtualLimit(100_000n, 101n, limit)).toBe(99_000n);
  });

  it('a virtual limit stays between the real limit and a thousand times it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1000n, max: 1_000_000n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        (current, average) => {
          const next = nextVirtualLimit(current, average, limit);
          expect(next >= limit.max && next <= 1000n * limit.max).toBe(true);
        },
      ),
    );
    expect(nextVirtualLimit(1_000_000n, 0n, limit)).toBe(1_000_000n);
    expect(nextVirtualLimit(1000n, 1000n, limit)).toBe(1000n);
  });
});
