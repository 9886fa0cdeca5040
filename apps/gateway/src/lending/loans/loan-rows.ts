import type { Token } from '@app/networks';
import { memoizeByObject, rowAmount, rowInteger, rowName, rowTime, rowWideInteger } from '@app/upstream';
import { z } from 'zod';
import { LOAN_STATUSES } from './loan-status';

/** A row of a loan, open or over. Amounts in USDT units. */
export const loanRow = memoizeByObject((usdt: Token) =>
  z.object({
    id: rowInteger,
    account: rowName,
    initial_amount: rowAmount(usdt),
    outstanding_amount: rowAmount(usdt),
    start_time: rowTime,
    end_time: rowTime,
    status: z
      .int()
      .min(0)
      .max(LOAN_STATUSES.length - 1),
    terms: z.object({ apr_bps: z.int().min(0), pool_id: z.int().min(0) }),
    /** Part of the debts of its pool, where the contract keeps debts that way. */
    debt_shares: rowWideInteger.optional(),
  }),
);
export type LoanRow = z.output<ReturnType<typeof loanRow>>;

/** A row of a loan request that waits for its rate. */
export const loanRequestRow = memoizeByObject((usdt: Token) =>
  z.object({
    id: rowInteger,
    account: rowName,
    amount: rowAmount(usdt),
    pool_id: z.int().min(0),
    max_apr_bps: z.int().min(0),
    requested_at: rowTime,
  }),
);
export type LoanRequestRow = z.output<ReturnType<typeof loanRequestRow>>;
