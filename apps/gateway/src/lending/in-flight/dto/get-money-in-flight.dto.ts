import type { ApiSymbol } from '@app/networks';
import { AccountField, HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';

export class GetMoneyInFlightInput extends NetworkInput {
  @AccountField({ description: 'Account whose money is on its way', example: 'dave' })
  account!: string;
}

/** How far a payment to Bitcoin is. */
const PEG_OUT_STATUSES = ['review', 'waiting', 'sent'] as const;

/** A payment between Bitcoin and the chain. */
class BridgePaymentAnswer {
  @AnswerField({ type: 'id', description: 'Number of the payment at its bridge', example: 12 })
  id!: number | string;

  @AnswerField({ type: 'string', description: 'BTC, or CBTC for collateral of the vault', example: 'BTC' })
  symbol!: ApiSymbol;

  @AnswerField({ type: 'string', description: 'Amount of the payment', example: '0.10000000' })
  amount!: string;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      'Blocks of Bitcoin above that of the payment, as far as the bridge knows; null before it is sent, and where ' +
      'the network does not say it',
    example: 1,
  })
  confirmations!: number | null;
}

export class PegInAnswer extends BridgePaymentAnswer {
  @AnswerField({
    type: 'string',
    description: 'Bitcoin address that was paid',
    example: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  })
  btc_address!: string;

  @AnswerField({ type: 'string', description: 'Transaction on Bitcoin', example: '0'.repeat(64) })
  txid!: string;

  @AnswerField({ type: 'string', description: 'When the bridge saw it', example: '2026-11-21T12:00:00.000Z' })
  seen_at!: string;
}

export class PegOutAnswer extends BridgePaymentAnswer {
  @AnswerField({
    type: 'string',
    description: 'Amount that arrives, without the fees',
    example: '0.09988000',
  })
  net_amount!: string;

  @AnswerField({
    type: 'string',
    description: 'Bitcoin address that is paid',
    example: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  })
  btc_address!: string;

  @AnswerField({
    type: 'string',
    enum: PEG_OUT_STATUSES,
    description: 'review: the bridge looks at it; waiting: for a block of Bitcoin; sent: it has a txid',
    example: 'sent',
  })
  status!: (typeof PEG_OUT_STATUSES)[number];

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Transaction on Bitcoin; null until it is sent',
    example: '0'.repeat(64),
  })
  txid!: string | null;

  @AnswerField({ type: 'string', description: 'When it was asked for', example: '2026-11-21T12:00:00.000Z' })
  requested_at!: string;

  @AnswerField({ type: 'string', description: 'Last change', example: '2026-11-21T12:01:00.000Z' })
  updated_at!: string;

  @AnswerField({
    type: 'string',
    description: 'Why it is reviewed, in words of the bridge; else empty',
    example: '',
  })
  reason!: string;
}

/** An entry of a queue of the lending contract. */
class QueuedAnswer {
  @AnswerField({ type: 'id', description: 'Id of the entry', example: 1 })
  id!: number | string;

  @AnswerField({ type: 'integer', description: 'Its pool', example: 5 })
  pool_id!: number;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description:
      'Place among the entries of its pool: 1 is next; null when more entries stand before it than are read',
    example: 1,
  })
  position!: number | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that the entries of its pool before it wait for: shares with the interest up to the newest block; null ' +
      'when not known',
    example: '0.00000000',
  })
  usdt_ahead!: string | null;

  @AnswerField({ type: 'string', description: 'Since when it waits', example: '2026-11-21T12:00:00.000Z' })
  requested_at!: string;
}

export class QueuedRedemptionAnswer extends QueuedAnswer {
  @AnswerField({ type: 'string', description: 'Share token of the pool', example: 'TPE' })
  symbol!: string;

  @AnswerField({ type: 'string', description: 'Shares that still wait', example: '250.00000000' })
  amount!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that they stand for, with the interest up to the newest block, rounded down; null when not known',
    example: '258.64000000',
  })
  value_usdt!: string | null;
}

export class QueuedLoanRequestAnswer extends QueuedAnswer {
  @AnswerField({ type: 'string', description: 'USDT asked for', example: '500.00000000' })
  amount_usdt!: string;

  @AnswerField({
    type: 'integer',
    description: 'It is skipped while the rate after the loan is above this, whatever its place',
    example: 150,
  })
  max_apr_bps!: number;
}

export class GetMoneyInFlightAnswer extends HeadAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'dave' })
  account!: string;

  @AnswerField({
    type: 'integer',
    nullable: true,
    description: 'Newest block of Bitcoin that the bridges know; null where the network does not say it',
    example: 106,
  })
  bitcoin_height!: number | null;

  @AnswerField({
    type: () => PegInAnswer,
    list: true,
    nullable: true,
    description:
      'Bitcoin on its way to the account or its vault, not credited yet; null where the network has no list',
  })
  peg_ins!: PegInAnswer[] | null;

  @AnswerField({
    type: () => PegOutAnswer,
    list: true,
    nullable: true,
    description: 'BTC and CBTC on their way to Bitcoin; null where the network has no list',
  })
  peg_outs!: PegOutAnswer[] | null;

  @AnswerField({
    type: () => QueuedRedemptionAnswer,
    list: true,
    nullable: true,
    description: 'Redemptions that wait for USDT; null where the network has no queue',
  })
  redemptions!: QueuedRedemptionAnswer[] | null;

  @AnswerField({
    type: () => QueuedLoanRequestAnswer,
    list: true,
    nullable: true,
    description: 'Loan requests that wait; null where the network has no queue',
  })
  loan_requests!: QueuedLoanRequestAnswer[] | null;

  @AnswerField({
    type: 'boolean',
    description: 'A list may lack entries of the account: its table has more rows than were looked through',
    example: false,
  })
  truncated!: boolean;
}
