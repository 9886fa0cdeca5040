import type { Holding } from '../../composing/effects/step-run';

/**
 * The loan after a payment, by the debt at the newest block. Interest runs on until the payment: whether one of about the
 * whole debt ends the loan is known by the excess that comes back. The same payment may fill a queued redemption of the
 * borrower: the excess is at most the payment without the debt. Undefined where that does not show it, also where several
 * payments may be the excess. Pure.
 * @param received USDT units of each payment of the lending contract to the borrower in the dry run
 */
export function afterRepayment(
  { debt, collateral }: Holding,
  units: bigint,
  received: readonly bigint[],
): Holding | undefined {
  if (units < debt) return { debt: debt - units, collateral };
  const excess = received.filter((one) => one > 0n && one <= units - debt);
  return excess.length === 1 ? { debt: 0n, collateral } : undefined;
}
