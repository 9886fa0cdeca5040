import { formatPrice } from '@app/antelope';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { PRICE_DECIMALS } from '../../oracle/feeds';
import { amountOf, CBTC, USDT } from '../../shared/tokens';
import type { Position } from '../loans/collateral';
import { type Health, healthOf, LOAN_STATUS } from '../loans/loan-status';
import { type LiquidationRow, liquidationsTable, type LoanRow } from '../tables';

/** The scope of liquidations whose timer runs. */
export const LIQUIDATING = 'liquidating';

/** An open loan with its current debt, collateral and price. */
export interface ReviewedLoan {
  readonly row: LoanRow;
  readonly vault: string;
  readonly position: Position;
}

/** Starts or removes the timer of a loan. Returns the status of the loan. */
export function updateTimer(context: ContractContext, reviewed: ReviewedLoan): LoanRow['status'] {
  const timers = context.table(liquidationsTable, LIQUIDATING);
  const timer = timers.find(reviewed.row.id);
  const health = healthOf(
    reviewed.position,
    timer && timer.liquidates_at / 1000,
    Math.floor(context.nowMs / 1000),
  );
  if (isAtRisk(health)) {
    if (timer === undefined)
      timers.emplace(context.receiver, newTimer(context, reviewed, health.liquidatesAtSec));
  } else if (timer !== undefined) timers.erase(timer);
  return health.status;
}

/** Removes the timer of a loan, if it has one. */
export function removeTimer(context: ContractContext, loanId: bigint): void {
  const timers = context.table(liquidationsTable, LIQUIDATING);
  const timer = timers.find(loanId);
  if (timer !== undefined) timers.erase(timer);
}

function isAtRisk(health: Health): health is Extract<Health, { liquidatesAtSec: number }> {
  return health.status === LOAN_STATUS.atRisk || health.status === LOAN_STATUS.liquidating;
}

function newTimer(
  { nowMs }: ContractContext,
  { row, vault, position }: ReviewedLoan,
  liquidatesAtSec: number,
): LiquidationRow {
  return {
    loan_id: row.id,
    account: row.account,
    vault,
    pool_id: row.terms.pool_id,
    started_at: nowMs,
    liquidates_at: liquidatesAtSec * 1000,
    finished_at: 0,
    debt: amountOf(USDT, position.debt),
    collateral: amountOf(CBTC, position.collateral),
    price: formatPrice(position.price, PRICE_DECIMALS),
    proceeds: amountOf(USDT, 0n),
    loss: amountOf(USDT, 0n),
  };
}
