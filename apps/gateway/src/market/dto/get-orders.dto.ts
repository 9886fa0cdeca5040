import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, ChoiceField, valuesOf } from '@app/tooling';
import { SIDES, type Side } from '../../table-rows/open-order';
import { PAIR } from '../../formatting/deployment-terms';

export class GetOrdersInput extends NetworkInput {
  @AccountField({ description: 'Account whose orders to look for', example: 'dave' })
  account!: string;

  @ChoiceField(PAIR, { optional: true, description: 'Only this pair; {{pairs.all}} when left out' })
  pair?: string;
}

export class OrderAnswer {
  @AnswerField({ type: 'id', description: 'Usable as order_id of cancel_order', example: 1 })
  id!: number | string;

  @AnswerField({
    type: 'string',
    enum: valuesOf(PAIR),
    description: 'Pair of the order',
    example: '{{pair.first}}',
  })
  pair!: string;

  @AnswerField({ type: 'string', enum: SIDES, description: 'buy or sell', example: 'sell' })
  side!: Side;

  @AnswerField({ type: 'string', description: 'Quote per base', example: '80000.00000000' })
  price!: string;

  @AnswerField({
    type: 'string',
    description: 'Base token that is left to trade, without what was filled',
    example: '0.10000000',
  })
  amount!: string;

  @AnswerField({
    type: 'string',
    description: 'Value of amount in the quote token',
    example: '8000.00000000',
  })
  total!: string;
}

export class GetOrdersAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'dave' })
  account!: string;

  @AnswerField({
    type: () => OrderAnswer,
    list: true,
    description: 'Open orders, oldest first within a pair',
  })
  orders!: OrderAnswer[];

  @AnswerField({
    type: 'boolean',
    description:
      'Orders of the account may be missing: a book has more orders than the 5000 oldest that were looked through',
    example: false,
  })
  truncated!: boolean;
}
