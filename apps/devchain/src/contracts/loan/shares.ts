import { assetsOf, type Pool } from './pool';
import { ceilDivide, floorDivide } from './rounding';

/** True when lenders hold shares of nothing: all was lost. Nobody can lend to such a pool. */
export function isWipedOut(pool: Pool): boolean {
  return pool.shares > 0n && assetsOf(pool) === 0n;
}

/** Takes a deposit and gives shares for it, rounded down; 0 shares when it is too little for one unit. */
export function lend(pool: Pool, amount: bigint): { pool: Pool; shares: bigint } {
  const shares = pool.shares === 0n ? amount : floorDivide(amount * pool.shares, assetsOf(pool));
  return {
    shares,
    pool: {
      ...pool,
      available: pool.available + amount,
      deposit: pool.deposit + amount,
      shares: pool.shares + shares,
    },
  };
}

/** What shares are worth, rounded down. */
export function valueOfShares(pool: Pool, shares: bigint): bigint {
  return pool.shares === 0n ? 0n : floorDivide(shares * assetsOf(pool), pool.shares);
}

export interface Redemption {
  readonly pool: Pool;
  /** USDT paid out. */
  readonly paid: bigint;
  /** Shares burned for it; the rest waits on. */
  readonly burned: bigint;
}

/**
 * Pays for shares as far as the pool has USDT: all of them for their value, or all USDT there is for as many shares as
 * that costs, rounded up.
 */
export function redeem(pool: Pool, shares: bigint): Redemption {
  const value = valueOfShares(pool, shares);
  const paid = value <= pool.available ? value : pool.available;
  const burned = value <= pool.available ? shares : ceilDivide(paid * pool.shares, assetsOf(pool));
  return {
    paid,
    burned,
    pool: {
      ...pool,
      available: pool.available - paid,
      redemptionProceeds: pool.redemptionProceeds + paid,
      shares: pool.shares - burned,
    },
  };
}
