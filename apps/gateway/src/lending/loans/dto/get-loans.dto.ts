import { AccountField, HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, BooleanField, type Detail, DetailField, IntegerField, TextField } from '@app/tooling';
import { ROW_PAGE } from '@app/upstream';
import { CURSOR_PATTERN, LOANS_OF_EVERYBODY, OPEN_LOANS_OF_EVERYBODY } from '../loan-cursor';
import { LOAN_STATUSES, type LoanStatus } from '../loan-status';

export class GetLoansInput extends NetworkInput {
  @AccountField({
    optional: true,
    description: 'Borrower; without it the loans of everybody',
    example: 'dave',
  })
  account?: string;

  @BooleanField({ description: 'Add the history: repaid, liquidated and cancelled' })
  include_completed = false;

  @IntegerField({
    optional: true,
    minimum: 1,
    maximum: ROW_PAGE,
    description:
      `Rows to read of each list; by default ${LOANS_OF_EVERYBODY} for all accounts, ${ROW_PAGE} for one account. For all ` +
      `accounts an answer has at most ${OPEN_LOANS_OF_EVERYBODY} open loans: continue with next_cursor`,
    example: 50,
  })
  limit?: number;

  @TextField({
    optional: true,
    pattern: CURSOR_PATTERN,
    patternReason: 'must be next_cursor of an answer',
    description: 'next_cursor of the previous answer; only without account',
    example: '101-0-18446744073709551615',
  })
  cursor?: string;

  @DetailField('principal, opening, past rates, liquidations. Prefer it for debt and risk')
  detail?: Detail;
}

class LoanTermsAnswer {
  @AnswerField({ type: 'id', description: 'Id of the loan', example: 7 })
  id!: number | string;

  @AnswerField({ type: 'string', description: 'Borrower', example: 'dave' })
  account!: string;

  @AnswerField({ type: 'integer', description: 'Pool that lent', example: 6 })
  pool_id!: number;

  @AnswerField({ type: 'string', description: 'USDT lent at the beginning', example: '1000.00000000' })
  principal_usdt!: string;

  @AnswerField({
    type: 'string',
    description: 'USDT owed at the last write of the loan by the contract, without the interest since',
    example: '1000.02314814',
  })
  outstanding_usdt!: string;

  @AnswerField({
    type: 'integer',
    description:
      'Rate when the contract last wrote the loan down, in basis points; the rate charged now is current_apr_bps',
    example: 225,
  })
  apr_bps!: number;

  @AnswerField({ type: 'string', description: 'When it was opened', example: '2026-11-21T12:00:00.000Z' })
  opened_at!: string;
}

export class LoanAnswer extends LoanTermsAnswer {
  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that pays the loan off in a block of the second of head_block_time: outstanding_usdt with the interest ' +
      'since then, counted as the contract does, rounded up. A later block needs a little more. Null when the chain ' +
      'does not say what it takes to count it',
    example: '1000.02385223',
  })
  payoff_usdt!: string | null;

  @AnswerField({ type: 'string', description: "CBTC in the borrower's vault", example: '0.05000000' })
  collateral_cbtc!: string;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      'payoff_usdt (outstanding_usdt where that is null) over the value of the collateral, in basis points, rounded ' +
      'up; null when the oracle price is stale, because a stale price is not used for collateral math, and when ' +
      'there is no collateral',
    example: 2501,
  })
  ltv_bps!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'BTC price in USD at or below which payoff_usdt over the value of the collateral is at the LTV of liquidation; ' +
      'null when payoff_usdt is null, and when there is no collateral',
    example: '25000.00000000',
  })
  liquidation_price!: string | null;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      "Rate of the loan's pool, which all its loans are charged now, in basis points; null when the chain does not say",
    example: 231,
  })
  current_apr_bps!: number | null;

  @AnswerField({
    type: 'string',
    enum: LOAN_STATUSES,
    description:
      'Last written down by the contract. in_progress: LTV below max_ltv_bps of get_vault; warning: from there on; ' +
      'at_risk: from liquidation_ltv_bps on, liquidated after 72 hours',
    example: 'in_progress',
  })
  status!: LoanStatus;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'End of the 72 hours of a loan at risk: from then on the next review that still finds it so has it liquidated. ' +
      'Null while no timer runs, and when the chain does not say',
    example: '2026-11-24T12:00:00.000Z',
  })
  liquidatable_at!: string | null;
}

export class LiquidationAnswer {
  @AnswerField({
    type: 'string',
    description: 'USDT owed at the sale, with interest',
    example: '8000.00000000',
  })
  debt_usdt!: string;

  @AnswerField({
    type: 'string',
    description: "CBTC sold; what the debt did not need stayed in the borrower's vault",
    example: '0.20000000',
  })
  sold_cbtc!: string;

  @AnswerField({ type: 'string', description: 'BTC price of the sale, in USD', example: '40000.00000000' })
  price!: string;

  @AnswerField({
    type: 'string',
    description: 'USDT that the sale brought the pool',
    example: '8000.00000000',
  })
  proceeds_usdt!: string;

  @AnswerField({
    type: 'string',
    description: 'USDT of the debt that the sale did not cover: a loss of the lenders, which no account owes',
    example: '0.00000000',
  })
  loss_usdt!: string;
}

export class EndedLoanAnswer extends LoanTermsAnswer {
  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'When it ended; null when the chain does not say',
    example: '2026-11-21T13:00:00.000Z',
  })
  ended_at!: string | null;

  @AnswerField({
    type: 'string',
    enum: LOAN_STATUSES,
    description: 'cancelled: a queued request that was taken back',
    example: 'repaid',
  })
  status!: LoanStatus;

  @AnswerField({
    type: () => LiquidationAnswer,
    nullable: true,
    description:
      'How the collateral of a liquidated loan was sold; null for others, and when the chain does not say',
  })
  liquidation!: LiquidationAnswer | null;
}

export class LoanRequestAnswer {
  @AnswerField({ type: 'id', description: 'Id the loan will have', example: 8 })
  id!: number | string;

  @AnswerField({ type: 'string', description: 'Who asks', example: 'dave' })
  account!: string;

  @AnswerField({ type: 'integer', description: 'Pool that is asked', example: 6 })
  pool_id!: number;

  @AnswerField({ type: 'string', description: 'USDT asked for', example: '1000.00000000' })
  amount_usdt!: string;

  @AnswerField({
    type: 'integer',
    description: 'It opens when the rate after the loan is at or below this',
    example: 300,
  })
  max_apr_bps!: number;

  @AnswerField({ type: 'string', description: 'Since when it waits', example: '2026-11-21T12:00:00.000Z' })
  requested_at!: string;
}

export class GetLoansAnswer extends HeadAnswer {
  @AnswerField({
    type: 'string',
    description: 'Time of the chain up to which payoff_usdt counts interest',
    example: '2026-11-21T12:00:00.500Z',
  })
  head_block_time!: string;

  @AnswerField({
    type: 'integer',
    description: 'LTV in basis points from which a loan is at_risk: that of the contract of this network',
    example: 8000,
  })
  liquidation_ltv_bps!: number;

  @AnswerField({ type: () => LoanAnswer, list: true, description: 'Open loans, oldest first' })
  active!: LoanAnswer[];

  @AnswerField({
    type: () => LoanRequestAnswer,
    list: true,
    description: 'Requests that wait for a lower rate, oldest first',
  })
  queued!: LoanRequestAnswer[];

  @AnswerField({
    type: () => EndedLoanAnswer,
    list: true,
    optional: true,
    description: 'Ended loans, newest first; only with include_completed',
  })
  history?: EndedLoanAnswer[];

  @AnswerField({
    type: 'boolean',
    description: 'There are more than the rows read (limit): not everything is here',
    example: false,
  })
  truncated!: boolean;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Send it as cursor, with the other fields as they were, for what follows in every list; null at the end, ' +
      'and for the loans of one account',
    example: '101-0-18446744073709551615',
  })
  next_cursor!: string | null;
}
