import type { ApiSymbol } from '@app/networks';
import { AccountField, HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import { OraclePriceAnswer } from '../../../lookups/oracle-price.answer';
import { LOAN_STATUSES, type LoanStatus } from '../../loans/loan-status';

export class GetPortfolioInput extends NetworkInput {
  @AccountField({ description: 'Account to value', example: 'dave' })
  account!: string;
}

/** One token of an account. */
export class AssetAnswer {
  @AnswerField({
    type: 'string',
    description: 'Token. CBTC: the own ones of the account and those in its vault',
    example: 'BTC',
  })
  symbol!: ApiSymbol;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Balance; null where the profile leaves out what it takes to know it',
    example: '0.52000000',
  })
  free!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'In open orders; null when a book has more orders than are looked through',
    example: '0.10000000',
  })
  locked!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that both stand for, rounded down: BTC and CBTC at the price of the oracle, NATIVE at the best bid in ' +
      'BTC and the price of the oracle, USDT as it is. Null without such a price',
    example: '49600.00000000',
  })
  value_usdt!: string | null;
}

/** Shares of one pool. */
export class LentAnswer {
  @AnswerField({ type: 'integer', description: 'The pool', example: 5 })
  pool_id!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Symbol of its share token; null when the chain does not say it',
    example: 'TPE',
  })
  symbol!: string | null;

  @AnswerField({ type: 'string', nullable: true, description: 'Shares held', example: '966.58940185' })
  amount!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Shares in open orders; null when a book has more orders than are looked through',
    example: '0.00000000',
  })
  locked!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Shares in the queue of redemptions; null when some may be missing',
    example: '250.00000000',
  })
  queued!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that redeeming all of them pays in a block of the second of head_block_time, interest until then included, ' +
      'rounded down',
    example: '1000.00000000',
  })
  value_usdt!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that they earn in a day at the rate of now, rounded down; null when the chain does not say it',
    example: '0.06164383',
  })
  interest_per_day_usdt!: string | null;
}

/** One open loan. */
export class PortfolioLoanAnswer {
  @AnswerField({ type: 'id', description: 'Id of the loan', example: 7 })
  id!: number | string;

  @AnswerField({ type: 'integer', description: 'Pool that lent', example: 6 })
  pool_id!: number;

  @AnswerField({ type: 'string', description: 'CBTC in the vault', example: '0.05000000' })
  collateral_cbtc!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'USDT that pays it off at head_block_time, with interest: payoff_usdt of get_loans',
    example: '1000.02385223',
  })
  debt_usdt!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Part of debt_usdt that is interest since the contract last wrote the loan down',
    example: '0.00070409',
  })
  interest_usdt!: string | null;

  @AnswerField({ type: 'integer', nullable: true, description: 'Rate of now, in basis points', example: 225 })
  apr_bps!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'USDT that a day of it costs at the rate of now, rounded up',
    example: '0.06164531',
  })
  interest_per_day_usdt!: string | null;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description: 'Debt over the value of the collateral, in basis points; null while the price is stale',
    example: 2501,
  })
  ltv_bps!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'BTC price in USD at or below which it is at the LTV of liquidation',
    example: '25000.00000000',
  })
  liquidation_price!: string | null;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      'How far the price may fall until then, in basis points of the price, rounded down; 0: it is there, or nearer ' +
      'than a basis point. Null while the price is stale',
    example: 6874,
  })
  liquidation_distance_bps!: number | null;

  @AnswerField({
    type: 'string',
    enum: LOAN_STATUSES,
    description: 'As in get_loans: at_risk is liquidated after 72 hours',
    example: 'in_progress',
  })
  status!: LoanStatus;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'End of these 72 hours, as in get_loans; null while no timer runs, and when the chain does not say',
    example: '2026-11-24T12:00:00.000Z',
  })
  liquidatable_at!: string | null;
}

export class GetPortfolioAnswer extends HeadAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'dave' })
  account!: string;

  @AnswerField({
    type: 'string',
    description: 'Time of the block up to which interest is counted',
    example: '2026-11-21T12:00:00.000Z',
  })
  head_block_time!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'assets_usdt minus debt_usdt, in USDT; one USDT counts as one USD. Null when not_valued names anything. Money ' +
      'on its way is not in it: get_money_in_flight',
    example: '52150.00000000',
  })
  net_worth_usdt!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Sum of the values of assets and lent; null when one of them is not known',
    example: '53150.02385223',
  })
  assets_usdt!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Sum of the debts of loans; null when one of them is not known',
    example: '1000.02385223',
  })
  debt_usdt!: string | null;

  @AnswerField({
    type: 'string',
    list: true,
    description: 'What the account has and the chain does not let value; empty when everything is counted',
    example: [],
  })
  not_valued!: string[];

  @AnswerField({
    type: () => OraclePriceAnswer,
    nullable: true,
    description: 'The price that BTC and CBTC are valued at, with its age; null when the oracle has none',
  })
  oracle!: OraclePriceAnswer | null;

  @AnswerField({
    type: 'boolean',
    description:
      'The price is stale, or there is none: values are those of the old price, and LTV and distance are null',
    example: false,
  })
  stale!: boolean;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Best bid for NATIVE in BTC, at which it is valued: what a small amount would sell for',
    example: '0.0000008500',
  })
  native_price_btc!: string | null;

  @AnswerField({
    type: () => AssetAnswer,
    list: true,
    description: 'Tokens, also those of which there are none',
  })
  assets!: AssetAnswer[];

  @AnswerField({ type: () => LentAnswer, list: true, description: 'Pools of which the account has shares' })
  lent!: LentAnswer[];

  @AnswerField({ type: () => PortfolioLoanAnswer, list: true, description: 'Open loans' })
  loans!: PortfolioLoanAnswer[];
}
