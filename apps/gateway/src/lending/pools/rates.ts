/** A rate that rises slowly with utilization up to the kink and steeply behind it. Basis points. */
export interface RateCurve {
  readonly baseAprBps: bigint;
  readonly kinkUtilizationBps: bigint;
  readonly kinkAprBps: bigint;
  readonly maxAprBps: bigint;
}

/** Funds of a pool and debt of its borrowers, in USDT units. */
export interface PoolAccounting {
  readonly available: bigint;
  readonly outstanding: bigint;
}

const WHOLE_BPS = 10_000n;

/** Part of the pool that is lent out, in basis points, rounded down; 0 for an empty pool. */
export function utilizationBps(pool: PoolAccounting): bigint {
  const assets = assetsOf(pool);
  return assets === 0n ? 0n : (pool.outstanding * WHOLE_BPS) / assets;
}

/**
 * Rate of borrowers, in basis points: read from the curve at the exact utilization and rounded up, as the
 * lending contract does when it compares a cap. Source: docs/contracts/loan.md, rate.
 */
export function borrowAprBps(curve: RateCurve, pool: PoolAccounting): bigint {
  const { baseAprBps, kinkUtilizationBps, kinkAprBps, maxAprBps } = curve;
  const assets = assetsOf(pool);
  if (assets === 0n) return baseAprBps;
  const used = pool.outstanding * WHOLE_BPS;
  const kink = kinkUtilizationBps * assets;
  if (used < kink) return baseAprBps + ceilDivide((kinkAprBps - baseAprBps) * used, kink);
  const behindKink = (WHOLE_BPS - kinkUtilizationBps) * assets;
  if (behindKink === 0n) return used > kink ? maxAprBps : kinkAprBps;
  return kinkAprBps + ceilDivide((maxAprBps - kinkAprBps) * (used - kink), behindKink);
}

/**
 * Rate of lenders on all their funds, in basis points, rounded down so that it never exceeds the pool's income.
 * @param income rate of the borrowers, in basis points, and the units of their debt that it is charged on
 */
export function supplyAprBps(
  { aprBps, bearing }: { readonly aprBps: bigint; readonly bearing: bigint },
  pool: PoolAccounting,
): bigint {
  const assets = assetsOf(pool);
  return assets === 0n ? 0n : (aprBps * bearing) / assets;
}

/** Amounts of one whole token in its units: USDT of the price, shares of the supply. */
export interface PricePrecisions {
  readonly price: number;
  readonly quote: number;
  readonly share: number;
}

/**
 * USDT of one whole share, in units of `price` decimals, rounded down: what redeeming pays at least. The first
 * share of a pool costs one USDT.
 */
export function sharePrice(
  pool: PoolAccounting,
  shares: bigint,
  { price, quote, share }: PricePrecisions,
): bigint {
  const one = 10n ** BigInt(price);
  if (shares === 0n) return one;
  return (assetsOf(pool) * one * 10n ** BigInt(share)) / (shares * 10n ** BigInt(quote));
}

function assetsOf({ available, outstanding }: PoolAccounting): bigint {
  return available + outstanding;
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
