import fc from 'fast-check';
import { addUsage, averageUsage, UNUSED, usageInWindow } from './usage-accumulator';

const WINDOW = 100;
const units = fc.bigInt({ min: 0n, max: 10n ** 9n });

describe('usage over a window', () => {
  it('the accumulated usage counts recent usage, rounded up by less than a unit an ordinal', () => {
    fc.assert(
      fc.property(units, (used) => {
        const inWindow = usageInWindow(addUsage(UNUSED, used, 7, WINDOW), WINDOW);
        expect(inWindow - used).toBeGreaterThanOrEqual(0n);
        expect(inWindow - used).toBeLessThanOrEqual(1n);
      }),
    );
  });

  it('the accumulated usage fades in equal steps and is gone after the window', () => {
    const used = addUsage(UNUSED, 1000n, 0, WINDOW);
    const after = (ordinals: number): bigint => usageInWindow(addUsage(used, 0n, ordinals, WINDOW), WINDOW);
    expect([0, 25, 50, 99, 100, 1000].map(after)).toEqual([1000n, 750n, 500n, 10n, 0n, 0n]);
  });

  it('the accumulated usage never grows by time passing', () => {
    fc.assert(
      fc.property(units, fc.nat(300), fc.nat(300), (used, first, more) => {
        const start = addUsage(UNUSED, used, 0, WINDOW);
        const early = addUsage(start, 0n, first, WINDOW);
        expect(addUsage(early, 0n, first + more, WINDOW).valueEx).toBeLessThanOrEqual(early.valueEx);
      }),
    );
  });

  it('the accumulated usage averages a steady use to that use', () => {
    let usage = UNUSED;
    for (let ordinal = 1; ordinal <= 5000; ordinal++) usage = addUsage(usage, 500n, ordinal, WINDOW);
    expect(averageUsage(usage)).toBe(500n);
  });
});
