import type { Holding } from '../../composing/effects/step-run';

/** USDT that the lending contract pays when it takes a payment. */
export interface Returned {
  /** Units of each payment to the borrower. */
  readonly received: readonly bigint[];
  /** It pays more often than it fills redemptions, of whatever account. */
  readonly hasExcess: boolean;
}

/**
 * The loan after a payment, by the debt at the newest block. Interest runs on until the payment: whether one of about the
 * whole debt ends the loan is known by the excess that comes back. The same payment may fill a queued redemption of the
 * borrower: the excess is at most the payment without the debt, and one payment more than the redemptions that were
 * filled. Undefined where that does not show it, also where several payments may be the excess. Pure.
 * @param returned payments of the lending contract in the dry run
 */
export function afterRepayment(
  { debt, collateral }: Holding,
  units: bigint,
  { received, hasExcess }: Returned,
): Holding | undefined {
  if (units < debt) return { debt: debt - units, collateral };
  const excess = hasExcess ? received.filter((one) => one > 0n && one <= units - debt) : [];
  return excess.length === 1 ? { debt: 0n, collateral } : undefined;
}
