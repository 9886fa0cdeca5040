import type { LoanAnswer } from '../../lending/loans/dto/get-loans.dto';

/** A loan and on which side of a bound its LTV is; null: not known. */
export interface BoundedLoan {
  readonly loan: LoanAnswer;
  readonly isBeyond: boolean | null;
}

const NO_AMOUNT = /^0(\.0+)?$/;

/**
 * On which side of a bound each loan is. A loan without collateral is beyond every one. Unknown while the price is
 * stale: it is not used for collateral math.
 */
export function loansByBound(loans: readonly LoanAnswer[], bps: number): BoundedLoan[] {
  return loans.map((loan) => ({ loan, isBeyond: isBeyond(loan, bps) }));
}

function isBeyond({ ltv_bps, collateral_cbtc }: LoanAnswer, bps: number): boolean | null {
  if (ltv_bps !== null) return ltv_bps >= bps;
  return NO_AMOUNT.test(collateral_cbtc) ? true : null;
}

/** The answer that a client of a bound is sent. */
export function boundAnswer(loans: readonly BoundedLoan[], bps: number): object {
  const sides = loans.map((loan) => loan.isBeyond);
  return {
    bound_bps: bps,
    beyond: sides.includes(true) ? true : sides.includes(null) ? null : false,
    loans: loans.map(({ loan, isBeyond: beyond }) => ({
      id: loan.id,
      beyond,
      ltv_bps: loan.ltv_bps,
      liquidation_price: loan.liquidation_price,
      payoff_usdt: loan.payoff_usdt,
      collateral_cbtc: loan.collateral_cbtc,
      status: loan.status,
    })),
  };
}

/** The next event is for another side of a loan, or another loan, and not for another LTV. */
export const boundIdentity = (loans: readonly BoundedLoan[]): unknown =>
  loans.map(({ loan: { id }, isBeyond: beyond }) => [id, beyond]);
