import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { pruneHistory } from '../../shared/prune-history';
import { ONLY_ROW } from '../../shared/table-keys';
import { amountOf, USDT } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import { cursorsTable, type LiquidationRow, liquidationsTable, type LoanRow, loansTable } from '../tables';

/** Scopes of ended loans and finished liquidations. */
const COMPLETED = 'completed';
const FINISHED = 'finished';

/** Moves an open loan without debt into history. */
export function closeLoan(context: ContractContext, row: LoanRow, status: LoanRow['status']): void {
  context.table(loansTable, context.receiver).erase(row);
  endLoan(context, {
    ...row,
    outstanding_amount: amountOf(USDT, 0n),
    status,
    debt_shares: 0n,
    end_time: context.nowMs,
    updated_at: context.nowMs,
  });
}

/** Adds an ended loan or a cancelled request to the history. */
export function endLoan(context: ContractContext, row: LoanRow): void {
  const history = context.table(loansTable, COMPLETED);
  pruneHistory(history, newestLoan(context), context.nowMs, (ended) => ended.end_time);
  history.emplace(context.receiver, row);
}

/** Adds a finished liquidation to the history. */
export function endLiquidation(context: ContractContext, row: LiquidationRow): void {
  const history = context.table(liquidationsTable, FINISHED);
  pruneHistory(history, newestLoan(context), context.nowMs, (finished) => finished.finished_at);
  history.emplace(context.receiver, row);
}

function newestLoan(context: ContractContext): bigint {
  return context.table(cursorsTable, context.receiver).get(ONLY_ROW, REFUSALS.noCurve).loans;
}
