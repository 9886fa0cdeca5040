import { AnswerField, ConciseMark, leavingOut } from '@app/tooling';
import { EndedLoanAnswer, GetLoansAnswer, LoanAnswer, LoanRequestAnswer } from './get-loans.dto';

export class ConciseLoanAnswer extends leavingOut(
  LoanAnswer,
  'principal_usdt',
  'outstanding_usdt',
  'apr_bps',
  'opened_at',
) {
  @AnswerField({
    type: 'string',
    optional: true,
    description: 'Only where payoff_usdt is null: USDT owed at the last write of the loan by the contract',
    example: '1000.02314814',
  })
  outstanding_usdt?: string;
}

export class ConciseLoanRequestAnswer extends leavingOut(LoanRequestAnswer, 'requested_at') {}

export class ConciseEndedLoanAnswer extends leavingOut(
  EndedLoanAnswer,
  'outstanding_usdt',
  'apr_bps',
  'opened_at',
  'liquidation',
) {}

/** Loans as they stand: debt, collateral, risk and rate. */
export class ConciseLoansAnswer extends leavingOut(
  GetLoansAnswer,
  'head_block_time',
  'active',
  'queued',
  'history',
) {
  @ConciseMark()
  detail!: 'concise';

  @AnswerField({ type: () => ConciseLoanAnswer, list: true, description: 'Open loans, oldest first' })
  active!: ConciseLoanAnswer[];

  @AnswerField({
    type: () => ConciseLoanRequestAnswer,
    list: true,
    description: 'Requests that wait for a lower rate, oldest first',
  })
  queued!: ConciseLoanRequestAnswer[];

  @AnswerField({
    type: () => ConciseEndedLoanAnswer,
    list: true,
    optional: true,
    description: 'Ended loans, newest first; only with include_completed',
  })
  history?: ConciseEndedLoanAnswer[];
}
