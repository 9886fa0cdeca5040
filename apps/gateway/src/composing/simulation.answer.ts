import { AnswerField } from '@app/tooling';

/** The change of one balance. */
export class BalanceChangeAnswer {
  @AnswerField({ type: 'string', description: 'Account whose balance changes', example: 'alice' })
  account!: string;

  @AnswerField({
    type: 'string',
    description:
      'Symbol of the token; `SYMBOL@contract` for a token of a contract that the profile does not name',
    example: 'USDT',
  })
  token!: string;

  @AnswerField({
    type: 'string',
    description: 'Amount that is added, or with a minus sign taken away',
    example: '-80.00000000',
  })
  change!: string;
}

/** Outcome of an order in the dry run. */
export class OrderEffectAnswer {
  @AnswerField({ type: 'string', description: 'Base amount that trades at once', example: '0.00100000' })
  filled!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Average price of that, quote per base, rounded up for a buy and down for a sell; null when nothing trades',
    example: '79999.50000000',
  })
  average_price!: string | null;

  @AnswerField({
    type: 'string',
    description: 'Base amount that stays in the book as an open order',
    example: '0.00000000',
  })
  resting!: string;

  @AnswerField({
    type: 'string',
    description: 'Returned at once of what the order locks: quote for a buy, base for a sell',
    example: '0.00050000',
  })
  refunded!: string;
}

/** A loan in the dry run. */
export class LoanEffectAnswer {
  @AnswerField({ type: 'string', description: 'USDT that would pay it off', example: '20000.00000000' })
  debt_after!: string;

  @AnswerField({ type: 'integer', nullable: true, description: 'Null without a usable price', example: 0 })
  ltv_bps_before!: number | null;

  @AnswerField({ type: 'integer', nullable: true, description: 'Null without a usable price', example: 2500 })
  ltv_bps_after!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Price of BTC at and below which it is at risk; null without a debt or collateral',
    example: '25000.00000000',
  })
  liquidation_price_after!: string | null;
}

/** Shares of a pool in the dry run. */
export class SharesEffectAnswer {
  @AnswerField({ type: 'integer', description: 'The pool', example: 6 })
  pool_id!: number;

  @AnswerField({
    type: 'string',
    description: 'Shares that the signer gains, or loses with a minus sign',
    example: '99.9971566',
  })
  change!: string;
}

/** The place of a new entry in a queue of the lending contract. */
export class QueueEffectAnswer {
  @AnswerField({
    type: 'integer',
    nullable: true,
    description: '1: the next one of its pool. Null when the queue is longer than was looked through',
    example: 3,
  })
  position!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'USDT that the entries of its pool before it wait for',
    example: '1200.00000000',
  })
  usdt_ahead!: string | null;
}

/** The fee of a bridge. */
export class FeeEffectAnswer {
  @AnswerField({ type: 'string', description: 'Symbol of the token', example: 'BTC' })
  token!: string;

  @AnswerField({ type: 'string', description: 'All fees of the bridge together', example: '0.00051000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Bitcoin that arrives', example: '0.09949000' })
  arrives!: string;
}

/** Result of a dry run on a node. */
export class SimulationAnswer {
  @AnswerField({
    type: 'string',
    enum: ['ok', 'failed', 'unavailable'],
    description: 'Whether the transaction would succeed now; unavailable: nothing is known',
    example: 'ok',
  })
  status!: 'ok' | 'failed' | 'unavailable';

  @AnswerField({
    type: 'string',
    nullable: true,
    description: "The contract's own message when it would fail; null when it would not",
    example: null,
  })
  error!: string | null;

  @AnswerField({
    type: () => BalanceChangeAnswer,
    list: true,
    nullable: true,
    description:
      'Balances that would change, of all accounts, the signer first; from the traces of the dry run. Null when it was ' +
      'not `ok` or could not be read',
  })
  effects!: BalanceChangeAnswer[] | null;

  @AnswerField({
    type: () => OrderEffectAnswer,
    optional: true,
    description: 'place_order: what would become of the order; absent where it is not known',
  })
  order?: OrderEffectAnswer;

  @AnswerField({
    type: () => LoanEffectAnswer,
    optional: true,
    description:
      'borrow (when it is lent at once), repay, withdraw_collateral: the loan of the signer, by the debt at the newest ' +
      'block; absent where not known',
  })
  loan?: LoanEffectAnswer;

  @AnswerField({
    type: () => SharesEffectAnswer,
    optional: true,
    description: 'lend, redeem: shares of the pool',
  })
  shares?: SharesEffectAnswer;

  @AnswerField({
    type: () => QueueEffectAnswer,
    optional: true,
    description: 'borrow, redeem: the place in the queue; absent when nothing waits, and where not known',
  })
  queue?: QueueEffectAnswer;

  @AnswerField({
    type: () => FeeEffectAnswer,
    optional: true,
    description: 'withdraw_btc, withdraw_collateral: fee of the bridge, by its table',
  })
  fee?: FeeEffectAnswer;
}
