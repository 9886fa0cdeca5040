import fc from 'fast-check';
import { healthOf } from './loan-status';

const HOUR = 3600;
const START = 1_700_000_000;
const worth100 = { collateral: 10n ** 8n, price: 100n * 10n ** 8n };
const owing = (dollars: number) => ({ ...worth100, debt: BigInt(dollars) * 10n ** 8n });

describe('the health of a loan', () => {
  it.each([
    [1, 0],
    [69, 0],
    [70, 1],
    [79, 1],
    [80, 2],
    [500, 2],
  ])('a loan with %s %% owed has status %s', (dollars, status) => {
    expect(healthOf(owing(dollars), undefined, START).status).toBe(status);
  });

  it('a loan starts its 72 hours at the first review at risk, and does not restart them', () => {
    const first = healthOf(owing(85), undefined, START);
    expect(first).toEqual({ status: 2, liquidatesAtSec: START + 72 * HOUR });
    expect(healthOf(owing(99), START + 72 * HOUR, START + 72 * HOUR - 1)).toEqual(first);
    expect(healthOf(owing(85), START + 72 * HOUR, START + 72 * HOUR)).toEqual({
      status: 3,
      liquidatesAtSec: START + 72 * HOUR,
    });
  });

  it('a loan below the limit drops its timer, even when it is over', () => {
    expect(healthOf(owing(79), START, START + 100 * HOUR)).toEqual({ status: 1 });
    expect(healthOf(owing(10), START, START + 100 * HOUR)).toEqual({ status: 0 });
  });

  it('the health of a loan is never better with more debt', () => {
    const dollars = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(
        dollars,
        dollars,
        fc.option(fc.integer({ min: START - 1, max: START + 1 }), { nil: undefined }),
        (one, other, timer) => {
          const [less, more] = [Math.min(one, other), Math.max(one, other)];
          expect(healthOf(owing(more), timer, START).status).toBeGreaterThanOrEqual(
            healthOf(owing(less), timer, START).status,
          );
        },
      ),
    );
  });
});
