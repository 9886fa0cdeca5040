import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { forgetOld } from '../../shared/history';
import { ONLY_ROW } from '../../shared/table-keys';
import { REFUSALS } from '../refusals';
import { liquidationsTable, type LiquidationRow, loansTable, type LoanRow, cursorsTable } from '../tables';

/** Scopes of the rows of loans and liquidations that are over. */
const COMPLETED = 'completed';
const FINISHED = 'finished';

/** Puts a loan or a request that is over into history. */
export function endLoan(context: ContractContext, row: LoanRow): void {
  const history = context.table(loansTable, COMPLETED);
  forgetOld(history, newestLoan(context), context.nowMs, (ended) => ended.end_time);
  history.emplace(context.receiver, row);
}

/** Puts a liquidation that is over into history. */
export function endLiquidation(context: ContractContext, row: LiquidationRow): void {
  const history = context.table(liquidationsTable, FINISHED);
  forgetOld(history, newestLoan(context), context.nowMs, (finished) => finished.finished_at);
  history.emplace(context.receiver, row);
}

function newestLoan(context: ContractContext): bigint {
  return context.table(cursorsTable, context.receiver).get(ONLY_ROW, REFUSALS.noCurve).loans;
}
