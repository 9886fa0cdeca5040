/** Bounds of a virtual block limit, which grows while blocks are below target and shrinks above. */
export interface ElasticLimit {
  readonly target: bigint;
  readonly max: bigint;
}

/** Blocks over which usage is averaged: one minute. */
export const AVERAGE_PERIODS = 120;

export const MAX_MULTIPLIER = 1000n;

/** The virtual limit of the next block. Source: eosio::chain::resource_limits, update_elastic_limit. */
export function nextVirtualLimit(
  current: bigint,
  averageUsage: bigint,
  { target, max }: ElasticLimit,
): bigint {
  const next = averageUsage > target ? (current * 99n) / 100n : (current * 1000n) / 999n;
  const ceiling = max * MAX_MULTIPLIER;
  if (next < max) return max;
  return next > ceiling ? ceiling : next;
}
