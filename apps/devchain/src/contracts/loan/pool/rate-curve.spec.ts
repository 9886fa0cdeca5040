import fc from 'fast-check';
import { borrowAprBps, DEFAULT_CURVE, isCurve, type RateCurve } from './rate-curve';

const curves: fc.Arbitrary<RateCurve> = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 3, maxLength: 3 }),
    fc.integer({ min: 1, max: 9999 }),
  )
  .map(([rates, kink]) => {
    const [base_apr_bps = 0, kink_apr_bps = 0, max_apr_bps = 0] = rates.toSorted(
      (left, right) => left - right,
    );
    return { base_apr_bps, kink_utilization_bps: kink, kink_apr_bps, max_apr_bps };
  });
const pools = fc
  .tuple(fc.bigInt({ min: 1n, max: 1n << 60n }), fc.bigInt({ min: 0n, max: 1n << 60n }))
  .map(([assets, rest]) => ({ assets, outstanding: rest % (assets + 1n) }));

/** The smallest whole rate that is not below the curve, found by trying: the curve as two fractions, cross-multiplied. */
function plainRate(curve: RateCurve, outstanding: bigint, assets: bigint): number {
  const isBelowCurve = (rate: number): boolean => {
    const kink = BigInt(curve.kink_utilization_bps);
    if (outstanding * 10_000n <= kink * assets) {
      const rise = BigInt(curve.kink_apr_bps - curve.base_apr_bps) * outstanding * 10_000n;
      return BigInt(rate - curve.base_apr_bps) * kink * assets < rise;
    }
    const rise = BigInt(curve.max_apr_bps - curve.kink_apr_bps) * (outstanding * 10_000n - kink * assets);
    return BigInt(rate - curve.kink_apr_bps) * (10_000n - kink) * assets < rise;
  };
  let rate = 0;
  while (isBelowCurve(rate)) rate++;
  return rate;
}

describe('rate curve', () => {
  it('the rate curve returns the smallest whole rate that is not below the exact one', () => {
    fc.assert(
      fc.property(curves, pools, (curve, pool) => {
        expect(borrowAprBps(curve, pool)).toBe(
          Math.max(curve.base_apr_bps, plainRate(curve, pool.outstanding, pool.assets)),
        );
      }),
    );
  });

  it('the rate curve never falls as more is lent out, and ends at its maximum', () => {
    fc.assert(
      fc.property(curves, pools, pools, (curve, pool, other) => {
        const more = {
          assets: pool.assets,
          outstanding: pool.outstanding + (other.outstanding % (pool.assets - pool.outstanding + 1n)),
        };
        expect(borrowAprBps(curve, more)).toBeGreaterThanOrEqual(borrowAprBps(curve, pool));
        expect(borrowAprBps(curve, { assets: pool.assets, outstanding: pool.assets })).toBe(
          curve.max_apr_bps,
        );
      }),
    );
  });

  it.each([
    [0n, 100],
    [1n, 101],
    [4000n, 350],
    [8000n, 600],
    [8001n, 601],
    [9000n, 1300],
    [10_000n, 2000],
  ])('the default rate curve charges at a utilization of %s bps %s bps', (outstanding, apr) => {
    expect(borrowAprBps(DEFAULT_CURVE, { outstanding, assets: 10_000n })).toBe(apr);
  });

  it('the rate curve charges the base rate in an empty pool', () => {
    expect(borrowAprBps(DEFAULT_CURVE, { outstanding: 0n, assets: 0n })).toBe(100);
  });

  it.each([
    { kink_utilization_bps: 0 },
    { kink_utilization_bps: 10_000 },
    { base_apr_bps: 601 },
    { kink_apr_bps: 2001 },
    { max_apr_bps: 2001 },
    { max_apr_bps: 599 },
  ])('the rate curve is none with %j', (change) => {
    expect(isCurve(DEFAULT_CURVE)).toBe(true);
    expect(isCurve({ ...DEFAULT_CURVE, ...change })).toBe(false);
  });
});
