/** States of a loan by the code of its row. Source: reference, lending. */
export const LOAN_STATUSES = [
  'in_progress',
  'warning',
  'at_risk',
  'liquidating',
  'liquidated',
  'repaid',
  'cancelled',
] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/** From this code on a loan is over, also while its row is still among the active ones. */
const FIRST_ENDED = LOAN_STATUSES.indexOf('liquidated');

export function isOver(code: number): boolean {
  return code >= FIRST_ENDED;
}

/** At risk, or to be sold by the next review: the contract keeps a timer of it. */
export const hasTimer = (code: number): boolean =>
  LOAN_STATUSES[code] === 'at_risk' || LOAN_STATUSES[code] === 'liquidating';

/** Ended by a sale of the collateral. */
export const isLiquidated = (code: number): boolean => LOAN_STATUSES[code] === 'liquidated';
