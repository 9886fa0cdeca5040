import { ceilDivide, floorDivide } from '../rounding';
import type { Pool } from './pool';

/** Debt shares of the first unit lent out: fine enough that a share is never worth a whole unit. */
export const DEBT_SHARES_PER_UNIT = 1_000_000n;

/** Debt of a borrower with that many debt shares, rounded up. */
export function debtOf(pool: Pool, debtShares: bigint): bigint {
  return debtShares === 0n ? 0n : ceilDivide(debtShares * pool.outstanding, pool.debtShares);
}

/** Lends out an amount that the pool has; the debt shares begin as a debt of exactly that amount. */
export function disburse(pool: Pool, amount: bigint): { pool: Pool; debtShares: bigint } {
  const debtShares =
    pool.debtShares === 0n
      ? amount * DEBT_SHARES_PER_UNIT
      : floorDivide(amount * pool.debtShares, pool.outstanding);
  return {
    debtShares,
    pool: {
      ...pool,
      available: pool.available - amount,
      outstanding: pool.outstanding + amount,
      debtShares: pool.debtShares + debtShares,
    },
  };
}

export interface Repayment {
  readonly pool: Pool;
  /** Accepted part of the payment; the rest is refunded to the payer. */
  readonly taken: bigint;
  /** Debt shares the borrower is left with; 0 when all is paid. */
  readonly debtShares: bigint;
}

/** Takes a payment toward a debt, no more than is owed. Of a part, the debt shares are rounded down. */
export function repay(pool: Pool, debtShares: bigint, payment: bigint): Repayment {
  const owed = debtOf(pool, debtShares);
  if (payment >= owed) return { pool: closeDebt(pool, debtShares, owed).pool, taken: owed, debtShares: 0n };
  const burned = floorDivide(payment * pool.debtShares, pool.outstanding);
  return {
    taken: payment,
    debtShares: debtShares - burned,
    pool: {
      ...pool,
      available: pool.available + payment,
      outstanding: pool.outstanding - payment,
      debtShares: pool.debtShares - burned,
    },
  };
}

/**
 * Closes a debt for a payment of at most the debt. A shortfall is the pool's loss; the excess over the exact debt, less
 * than a unit, is the pool's gain.
 */
export function closeDebt(pool: Pool, debtShares: bigint, payment: bigint): { pool: Pool; loss: bigint } {
  const removed = floorDivide(debtShares * pool.outstanding, pool.debtShares);
  const loss = removed > payment ? removed - payment : 0n;
  const gain = payment > removed ? payment - removed : 0n;
  return {
    loss,
    pool: {
      ...pool,
      available: pool.available + payment,
      outstanding: pool.outstanding - removed,
      debtShares: pool.debtShares - debtShares,
      interestAccrued: pool.interestAccrued + gain,
      loss: pool.loss + loss,
    },
  };
}
