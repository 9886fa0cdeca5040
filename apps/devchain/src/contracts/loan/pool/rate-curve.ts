import { ceilDivide } from '../rounding';

/** A rate that rises slowly with utilization up to the kink and steeply behind it. Basis points. */
export interface RateCurve {
  readonly base_apr_bps: number;
  readonly kink_utilization_bps: number;
  readonly kink_apr_bps: number;
  readonly max_apr_bps: number;
}

/** Outstanding loans and total assets of a pool: available + outstanding. */
export interface Utilization {
  readonly outstanding: bigint;
  readonly assets: bigint;
}

const ONE_BPS = 10_000n;

/** No pool charges more, whatever its curve: what a borrower sends as cap to accept any rate. */
export const HIGHEST_APR_BPS = 2000;

export const DEFAULT_CURVE: RateCurve = {
  base_apr_bps: 100,
  kink_utilization_bps: 8000,
  kink_apr_bps: 600,
  max_apr_bps: HIGHEST_APR_BPS,
};

/** True for a curve that never falls and ends at HIGHEST_APR_BPS or below. */
export function isCurve({
  base_apr_bps,
  kink_utilization_bps,
  kink_apr_bps,
  max_apr_bps,
}: RateCurve): boolean {
  return (
    kink_utilization_bps > 0 &&
    kink_utilization_bps < 10_000 &&
    base_apr_bps >= 0 &&
    base_apr_bps <= kink_apr_bps &&
    kink_apr_bps <= max_apr_bps &&
    max_apr_bps <= HIGHEST_APR_BPS
  );
}

/**
 * The rate borrowers pay at a utilization, in whole basis points, rounded up. It is taken from the exact
 * utilization, so that "at or below the cap" means the same before and after rounding.
 */
export function borrowAprBps(curve: RateCurve, { outstanding, assets }: Utilization): number {
  const base = BigInt(curve.base_apr_bps);
  const kink = BigInt(curve.kink_utilization_bps);
  const kinkApr = BigInt(curve.kink_apr_bps);
  if (assets === 0n) return curve.base_apr_bps;
  const used = outstanding * ONE_BPS;
  if (used <= kink * assets) return Number(base + ceilDivide((kinkApr - base) * used, kink * assets));
  const beyond = used - kink * assets;
  const rise = BigInt(curve.max_apr_bps) - kinkApr;
  return Number(kinkApr + ceilDivide(rise * beyond, (ONE_BPS - kink) * assets));
}
