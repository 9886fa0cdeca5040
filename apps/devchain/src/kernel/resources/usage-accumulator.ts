/**
 * Usage over a sliding window, as an average that decays by time and is kept with six more decimals.
 * Source: eosio::chain::resource_limits, exponential moving average accumulator. Values are never changed.
 */
export interface UsageAccumulator {
  /** The slot or block of the last update. */
  readonly lastOrdinal: number;
  /** The average per ordinal, times PRECISION. */
  readonly valueEx: bigint;
  /** The average at the last update, and what was used in that slot or block since. */
  readonly consumed: bigint;
}

export const PRECISION = 1_000_000n;

export const UNUSED: UsageAccumulator = { lastOrdinal: 0, valueEx: 0n, consumed: 0n };

/** The accumulator after `units` more at `ordinal`; zero units only let it decay. */
export function addUsage(
  usage: UsageAccumulator,
  units: bigint,
  ordinal: number,
  window: number,
): UsageAccumulator {
  const rest = decayed(usage, ordinal, window);
  const consumed = ordinal > usage.lastOrdinal ? ceilDivide(rest, PRECISION) : usage.consumed;
  return {
    lastOrdinal: Math.max(ordinal, usage.lastOrdinal),
    valueEx: rest + ceilDivide(units * PRECISION, BigInt(window)),
    consumed: consumed + units,
  };
}

/** The average per ordinal, rounded up. */
export function averageUsage(usage: UsageAccumulator): bigint {
  return ceilDivide(usage.valueEx, PRECISION);
}

/** All usage within the window, rounded up. */
export function usageInWindow(usage: UsageAccumulator, window: number): bigint {
  return ceilDivide(usage.valueEx * BigInt(window), PRECISION);
}

function decayed({ lastOrdinal, valueEx }: UsageAccumulator, ordinal: number, window: number): bigint {
  const elapsed = ordinal - lastOrdinal;
  if (elapsed <= 0) return valueEx;
  if (elapsed >= window) return 0n;
  return (valueEx * BigInt(window - elapsed)) / BigInt(window);
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
