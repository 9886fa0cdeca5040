import { MAX_UNITS } from '@app/antelope';
import { floorDivide } from '../rounding';
import { borrowAprBps, type RateCurve } from './rate-curve';

/**
 * The accounting of a pool. USDT in units (8 decimals), shares in units (8 decimals).
 *
 * At any time `available + outstanding = deposit + interestAccrued - redemptionProceeds - loss`,
 * and `outstanding` is zero exactly when `debtShares` is.
 */
export interface Pool {
  readonly poolId: number;
  /** USDT that can be lent out or redeemed. */
  readonly available: bigint;
  /** Total debt of all borrowers, interest up to `updatedAtSec` included. */
  readonly outstanding: bigint;
  /** Total lent to the pool since its start. */
  readonly deposit: bigint;
  /** Total interest charged since the start. */
  readonly interestAccrued: bigint;
  /** Total paid out for shares since the start. */
  readonly redemptionProceeds: bigint;
  /** Total debt written off because collateral did not cover it. */
  readonly loss: bigint;
  /** Shares of the lenders in `available + outstanding`, those waiting for redemption included. */
  readonly shares: bigint;
  /** Shares of the borrowers in `outstanding`. */
  readonly debtShares: bigint;
  /** Interest of less than a unit, in units / INTEREST_DIVISOR, carried on so that no touch of the pool rounds it. */
  readonly interestRemainder: bigint;
  readonly updatedAtSec: number;
}

const SECONDS_PER_YEAR = 365n * 24n * 3600n;

/** One unit of interest: outstanding units x basis points x seconds. */
export const INTEREST_DIVISOR = 10_000n * SECONDS_PER_YEAR;

/**
 * Limit for the total deposits and interest of a pool: half of the largest asset amount, some 23 billion USDT. All
 * other totals of a pool are smaller, so none can overflow.
 */
export const MAX_POOL_DEPOSITS = MAX_UNITS / 2n;

export function emptyPool(poolId: number, nowSec: number): Pool {
  return {
    poolId,
    available: 0n,
    outstanding: 0n,
    deposit: 0n,
    interestAccrued: 0n,
    redemptionProceeds: 0n,
    loss: 0n,
    shares: 0n,
    debtShares: 0n,
    interestRemainder: 0n,
    updatedAtSec: nowSec,
  };
}

/** Total assets that the shares divide. */
export function assetsOf({ available, outstanding }: Pool): bigint {
  return available + outstanding;
}

/** Units that deposits and interest of a pool may still grow by. */
export function remainingCapacity({ deposit, interestAccrued }: Pool): bigint {
  const used = deposit + interestAccrued;
  return used < MAX_POOL_DEPOSITS ? MAX_POOL_DEPOSITS - used : 0n;
}

/** The rate the pool's borrowers pay as it stands. */
export function aprBpsOf(pool: Pool, curve: RateCurve): number {
  return borrowAprBps(curve, { outstanding: pool.outstanding, assets: assetsOf(pool) });
}

/** The rate they would pay with `amount` more lent out; undefined when the pool does not have that much. */
export function aprBpsAfterDisbursing(pool: Pool, curve: RateCurve, amount: bigint): number | undefined {
  if (amount > pool.available) return undefined;
  return borrowAprBps(curve, { outstanding: pool.outstanding + amount, assets: assetsOf(pool) });
}

/**
 * Charges interest up to now: simple interest at the rate of the utilization since the last touch, compounded at
 * every touch. Whole seconds only. All of it goes to the lenders. No interest is charged beyond the capacity of the pool.
 */
export function accrue(pool: Pool, curve: RateCurve, nowSec: number): Pool {
  const seconds = nowSec - pool.updatedAtSec;
  if (seconds <= 0) return pool;
  if (pool.outstanding === 0n) return { ...pool, updatedAtSec: nowSec };
  const apr = BigInt(aprBpsOf(pool, curve));
  const parts = pool.outstanding * apr * BigInt(seconds) + pool.interestRemainder;
  const charged = floorDivide(parts, INTEREST_DIVISOR);
  const capacity = remainingCapacity(pool);
  const interest = charged < capacity ? charged : capacity;
  return {
    ...pool,
    outstanding: pool.outstanding + interest,
    interestAccrued: pool.interestAccrued + interest,
    interestRemainder: parts % INTEREST_DIVISOR,
    updatedAtSec: nowSec,
  };
}
