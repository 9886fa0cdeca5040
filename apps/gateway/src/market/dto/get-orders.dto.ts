import { PAIR_NAMES, type PairName } from '@app/networks';
import { AccountField, AnswerField, EnumField, NetworkAnswer, NetworkInput } from '@app/tooling';
import { SIDES, type Side } from '../open-order';

export class GetOrdersInput extends NetworkInput {
  @AccountField({ description: 'Account whose orders to look for' })
  account!: string;

  @EnumField(PAIR_NAMES, { optional: true, description: 'Only this pair; both when left out' })
  pair?: PairName;
}

export class OrderAnswer {
  @AnswerField({ type: 'id', description: 'Usable as order_id of cancel_order', example: 1207 })
  id!: number | string;

  @AnswerField({ type: 'string', enum: PAIR_NAMES, description: 'Pair of the order', example: 'btcusdt' })
  pair!: PairName;

  @AnswerField({ type: 'string', enum: SIDES, description: 'buy or sell', example: 'sell' })
  side!: Side;

  @AnswerField({ type: 'string', description: 'Quote per base', example: '80000.00000000' })
  price!: string;

  @AnswerField({ type: 'string', description: 'Base token that is left to trade', example: '0.10000000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Its value in the quote token', example: '8000.00000000' })
  total!: string;
}

export class GetOrdersAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'alice' })
  account!: string;

  @AnswerField({
    type: () => OrderAnswer,
    list: true,
    description: 'Open orders, oldest first within a pair',
  })
  orders!: OrderAnswer[];

  @AnswerField({
    type: 'boolean',
    description: 'A book has more orders than the 500 that were read: orders of the account may be missing',
    example: false,
  })
  truncated!: boolean;
}
