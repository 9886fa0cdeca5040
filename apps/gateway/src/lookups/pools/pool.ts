import type { Asset } from '@app/antelope';

/** A lending pool as its contract last wrote it, in USDT units. */
export interface TouchedPool {
  readonly poolId: number;
  /** USDT that can be lent out or redeemed. */
  readonly available: bigint;
  /** Total debt of its borrowers at the last change of the pool: without the interest since then. */
  readonly outstandingWhenTouched: bigint;
  /** Supply of its share token, where the contract says it. */
  readonly shares: Asset | undefined;
  /** Facts for the interest of its borrowers, where the contract provides all of them. */
  readonly interest: InterestTerms | undefined;
}

export interface InterestTerms {
  /** Rate since the last change of the pool, in basis points. */
  readonly aprBps: bigint;
  /** Shares of all borrowers in the debt. */
  readonly debtShares: bigint;
  /** Interest of less than a unit that is carried on, in units / INTEREST_DIVISOR. */
  readonly remainder: bigint;
  readonly updatedAtMs: number;
}

/** A lending pool at a moment of the chain, in USDT units: as an action in a block of that second finds it. */
export interface Pool extends Pick<TouchedPool, 'poolId' | 'available' | 'shares'> {
  /** Total debt of its borrowers, with the interest until then, where the contract provides the facts for it. */
  readonly outstanding: bigint;
  /** Undefined where the contract does not provide it. */
  readonly debts: PoolDebts | undefined;
}

export interface PoolDebts {
  /** Rate that borrowers pay, in basis points. */
  readonly aprBps: bigint;
  /** Units of `outstanding` that the rate is charged on: interest bears interest from the next change of the pool on. */
  readonly bearing: bigint;
  /** Shares of all borrowers in `outstanding`. */
  readonly shares: bigint;
}

const SECONDS_PER_YEAR = 365n * 24n * 3600n;
/** One unit of interest: outstanding units x basis points x seconds. */
const INTEREST_DIVISOR = 10_000n * SECONDS_PER_YEAR;

/**
 * The pool at a moment of the chain. The contract charges interest when an action changes the pool: simple interest since
 * the last change, for whole seconds. Source: docs/contracts/loan.md, interest. Where the books of a pool are full, at
 * 2^61 - 1 units, the contract charges less.
 * @param atMs time of a block; before the last change of the pool it is the pool as it was written
 */
export function poolAt(touched: TouchedPool, atMs: number): Pool {
  const { poolId, available, shares, outstandingWhenTouched: bearing, interest } = touched;
  return {
    ...{ poolId, available, shares },
    outstanding: bearing + interestUntil(touched, atMs),
    debts: interest && { aprBps: interest.aprBps, bearing, shares: interest.debtShares },
  };
}

function interestUntil({ outstandingWhenTouched, interest }: TouchedPool, atMs: number): bigint {
  if (interest === undefined) return 0n;
  const { aprBps, remainder, updatedAtMs } = interest;
  const seconds = Math.floor(atMs / 1000) - Math.floor(updatedAtMs / 1000);
  if (seconds <= 0) return 0n;
  return (outstandingWhenTouched * aprBps * BigInt(seconds) + remainder) / INTEREST_DIVISOR;
}

/**
 * Debt of a holder of debt shares, in USDT units, rounded up: the amount that the lending contract takes for the whole
 * debt in a block of the second of the pool.
 *
 * Undefined where the contract does not provide the facts for it, and when the pool has fewer debt shares than the
 * holder: the two were read at different moments.
 */
export function debtOf({ outstanding, debts }: Pool, debtShares: bigint): bigint | undefined {
  if (debts === undefined) return undefined;
  if (debtShares === 0n) return 0n;
  if (debtShares > debts.shares) return undefined;
  return (debtShares * outstanding + debts.shares - 1n) / debts.shares;
}
