import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { processRoundRobin } from '../cursors';
import { LOAN_STATUS } from '../loans/loan-status';
import { reviewLoan } from '../loans/review-loan';
import type { Pools } from '../pool/pools';
import { loansTable } from '../tables';
import { liquidate } from './liquidate';

/** Loans that one call of processqueue reviews. */
const MAX_REVIEWS = 20;

/** Updates loans and liquidates those that had the status liquidating before this call. */
export function reviewLoans(context: ContractContext, pools: Pools, price: bigint | undefined): void {
  const loans = context.table(loansTable, context.receiver);
  processRoundRobin(context, 'next_loan', (lower) => loans.rows({ lower }), {
    limit: MAX_REVIEWS,
    visit: (row) => {
      const reviewed = reviewLoan(context, pools, row, price);
      const isDue = row.status === LOAN_STATUS.liquidating && reviewed.status === LOAN_STATUS.liquidating;
      if (isDue && price !== undefined) liquidate(context, pools, reviewed, price);
    },
  });
}
