import type { Pool } from './pool';

/**
 * USDT units that shares of a pool stand for, rounded down: their part of all that the pool has available and lent out,
 * which the contract pays for them in a block of the second of the pool. Zero while there are no shares.
 * @param units of the share token
 * @param supply all units of it
 */
export function shareValue(
  { available, outstanding }: Pick<Pool, 'available' | 'outstanding'>,
  units: bigint,
  supply: bigint,
): bigint {
  return supply === 0n ? 0n : (units * (available + outstanding)) / supply;
}
