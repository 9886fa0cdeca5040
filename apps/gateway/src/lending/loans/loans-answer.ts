import { formatAmount, formatPrice } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import { answerInteger, answerTime } from '../../formatting/answer-values';
import type { EndedLoanAnswer, LiquidationAnswer, LoanAnswer, LoanRequestAnswer } from './dto/get-loans.dto';
import type { Liquidation } from './liquidation-rows';
import type { LoanRequestRow, LoanRow } from './loan-rows';
import { isOver, LOAN_STATUSES, type LoanStatus } from './loan-status';
import { liquidationPrice } from './loan-limits';
import { ltvBps } from './loan-to-value';

/**
 * Loans that are open, oldest first, and those that are over, newest first: a loan that has just ended may still
 * stand among the open ones. Source: reference, lending.
 */
export function splitLoans(
  active: readonly LoanRow[],
  completed: readonly LoanRow[],
): { open: LoanRow[]; over: LoanRow[] } {
  const ended = active.filter(({ status }) => isOver(status)).reverse();
  return { open: active.filter(({ status }) => !isOver(status)), over: [...ended, ...completed] };
}

/**
 * Facts for the valuation of a loan: CBTC units in the vault of its account, the price if it may be used, and USDT
 * units that pay it off if they are known.
 */
export interface Valuation {
  readonly collateral: bigint;
  readonly price: bigint | null;
  readonly payoff: bigint | undefined;
  /** Rate of its pool now, in basis points, if it is known. */
  readonly aprBps: bigint | undefined;
  /** End of the timer of a loan at risk, in milliseconds since the epoch; undefined without one, and where it is not known. */
  readonly liquidatableAtMs?: number | undefined;
}

/** An open loan as get_loans answers it. */
export function loanAnswer(
  profile: ProfileWithoutTables,
  loan: LoanRow,
  { collateral, price, payoff, aprBps, liquidatableAtMs }: Valuation,
): LoanAnswer {
  // The debt of the row lacks the interest since it was written: a loan would look safer than it is.
  const debt = payoff ?? loan.outstanding_amount;
  const liquidatedAt =
    payoff === undefined ? undefined : liquidationPrice({ debt: payoff, collateral }, profile);
  const ltv = price === null ? null : ltvBps({ debt, collateral, price }, profile);
  return {
    ...termsAnswer(profile, loan),
    payoff_usdt: payoff === undefined ? null : formatAmount(payoff, profile.token('USDT').precision),
    collateral_cbtc: formatAmount(collateral, profile.token('CBTC').precision),
    ltv_bps: ltv === null ? null : Number(ltv),
    liquidation_price: liquidatedAt === undefined ? null : formatPrice(liquidatedAt, PRICE_DECIMALS),
    current_apr_bps: aprBps === undefined ? null : Number(aprBps),
    status: statusOf(loan),
    liquidatable_at: liquidatableAtMs === undefined ? null : answerTime(liquidatableAtMs),
  };
}

/** A loan, or a loan request, that is over. */
export function endedLoanAnswer(
  profile: ProfileWithoutTables,
  loan: LoanRow,
  liquidation: Liquidation | undefined,
): EndedLoanAnswer {
  return {
    ...termsAnswer(profile, loan),
    ended_at: loan.end_time === 0 ? null : answerTime(loan.end_time),
    status: statusOf(loan),
    liquidation: liquidation === undefined ? null : liquidationAnswer(profile, liquidation),
  };
}

function liquidationAnswer(profile: ProfileWithoutTables, sale: Liquidation): LiquidationAnswer {
  const usdt = (units: bigint) => formatAmount(units, profile.token('USDT').precision);
  return {
    debt_usdt: usdt(sale.debt),
    sold_cbtc: formatAmount(sale.sold, profile.token('CBTC').precision),
    price: formatPrice(sale.price, PRICE_DECIMALS),
    proceeds_usdt: usdt(sale.proceeds),
    loss_usdt: usdt(sale.loss),
  };
}

/** A loan request that waits for its rate. */
export function loanRequestAnswer(profile: ProfileWithoutTables, request: LoanRequestRow): LoanRequestAnswer {
  return {
    id: answerInteger(request.id),
    account: request.account,
    pool_id: request.pool_id,
    amount_usdt: formatAmount(request.amount, profile.token('USDT').precision),
    max_apr_bps: request.max_apr_bps,
    requested_at: answerTime(request.requested_at),
  };
}

function termsAnswer(profile: ProfileWithoutTables, loan: LoanRow) {
  const { precision } = profile.token('USDT');
  return {
    id: answerInteger(loan.id),
    account: loan.account,
    pool_id: loan.terms.pool_id,
    principal_usdt: formatAmount(loan.initial_amount, precision),
    outstanding_usdt: formatAmount(loan.outstanding_amount, precision),
    apr_bps: loan.terms.apr_bps,
    opened_at: answerTime(loan.start_time),
  };
}

function statusOf({ status }: LoanRow): LoanStatus {
  const name = LOAN_STATUSES[status];
  if (name === undefined) throw new Error(`no loan has status ${status}`);
  return name;
}
