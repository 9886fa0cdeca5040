/** Total debt of a pool's borrowers, in USDT units, and its interest. */
export interface DebtAccounting {
  /** Owed up to `updatedAtMs`. */
  readonly outstanding: bigint;
  /** Rate since then. */
  readonly aprBps: bigint;
  /** Shares of all borrowers in `outstanding`. */
  readonly shares: bigint;
  /** Interest of less than a unit that is carried on, in units / INTEREST_DIVISOR. */
  readonly remainder: bigint;
  readonly updatedAtMs: number;
}

const SECONDS_PER_YEAR = 365n * 24n * 3600n;
/** One unit of interest: outstanding units x basis points x seconds. */
const INTEREST_DIVISOR = 10_000n * SECONDS_PER_YEAR;

/**
 * Debt of a holder of debt shares at a moment of the chain, in USDT units: the amount that the lending contract
 * takes for the whole debt in a block of that second. Simple interest since the pool was last touched, for
 * whole seconds; the part of the holder is rounded up. Source: docs/contracts/loan.md, interest. Where the books of
 * a pool are full, at 2^61 - 1 units, the contract takes less; what is more than that comes back.
 *
 * Undefined when the pool has fewer debt shares than the holder: the two were read at different moments.
 */
export function accruedDebt(books: DebtAccounting, debtShares: bigint, atMs: number): bigint | undefined {
  if (debtShares === 0n) return 0n;
  if (debtShares > books.shares) return undefined;
  const owed = debtShares * outstandingAt(books, atMs);
  return (owed + books.shares - 1n) / books.shares;
}

/** Debt of all borrowers of a pool at a moment of the chain, in USDT units. */
export function outstandingAt(
  { outstanding, aprBps, remainder, updatedAtMs }: DebtAccounting,
  atMs: number,
): bigint {
  const seconds = Math.floor(atMs / 1000) - Math.floor(updatedAtMs / 1000);
  if (seconds <= 0) return outstanding;
  return outstanding + (outstanding * aprBps * BigInt(seconds) + remainder) / INTEREST_DIVISOR;
}
