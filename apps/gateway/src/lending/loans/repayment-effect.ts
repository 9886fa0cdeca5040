import type { Holding } from '../../composing/effects/step-run';

/**
 * The loan after a payment, by the debt at the newest block. Interest runs on until the payment: whether one of about the
 * whole debt ends the loan is known by the excess that comes back. Undefined where that does not show it. Pure.
 * @param returned USDT units that the lending contract paid to the borrower in the dry run
 */
export function afterRepayment(
  { debt, collateral }: Holding,
  units: bigint,
  returned: bigint,
): Holding | undefined {
  if (units < debt) return { debt: debt - units, collateral };
  return returned > 0n ? { debt: 0n, collateral } : undefined;
}
