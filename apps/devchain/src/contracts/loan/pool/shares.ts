import { ceilDivide, floorDivide } from '../rounding';
import { assetsOf, type Pool } from './pool';

/** True when the shares have no assets: all was lost. Such a pool accepts no deposits. */
export function isWipedOut(pool: Pool): boolean {
  return pool.shares > 0n && assetsOf(pool) === 0n;
}

export interface Deposit {
  readonly pool: Pool;
  /** Shares given, rounded down; 0 when the amount is too little for one unit. */
  readonly shares: bigint;
  /** USDT taken: what the shares cost, rounded up; the rest is the lender's. */
  readonly taken: bigint;
}

/**
 * Gives as many shares as an amount buys and takes no more than they cost. Taking all of it would let a lender who owns
 * the whole of a small pool raise the price of a share by lending, until others get next to nothing for what they lend.
 */
export function lend(pool: Pool, amount: bigint): Deposit {
  const shares = pool.shares === 0n ? amount : floorDivide(amount * pool.shares, assetsOf(pool));
  const taken = pool.shares === 0n ? amount : ceilDivide(shares * assetsOf(pool), pool.shares);
  return {
    shares,
    taken,
    pool: {
      ...pool,
      available: pool.available + taken,
      deposit: pool.deposit + taken,
      shares: pool.shares + shares,
    },
  };
}

/** Value of shares, rounded down. */
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
 * Pays for shares as far as the pool has USDT: all of them, or as many as it can pay the value of. A share is never
 * burned for less than its value, but for the part of a unit; what is too little for one stays in the pool.
 */
export function redeem(pool: Pool, shares: bigint): Redemption {
  const value = valueOfShares(pool, shares);
  const isWhole = value <= pool.available;
  const paid = isWhole ? value : valueOfShares(pool, affordableShares(pool));
  const burned = isWhole ? shares : ceilDivide(paid * pool.shares, assetsOf(pool));
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

/** The most shares whose value, rounded down, the pool has. */
function affordableShares(pool: Pool): bigint {
  return ceilDivide((pool.available + 1n) * pool.shares, assetsOf(pool)) - 1n;
}
