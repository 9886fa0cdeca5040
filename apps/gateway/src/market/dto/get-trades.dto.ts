import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, ChoiceField, type Detail, DetailField, IntegerField, valuesOf } from '@app/tooling';
import { SIDES, type Side } from '../../table-rows/open-order';
import { PAIR } from '../../formatting/deployment-terms';

export class GetTradesInput extends NetworkInput {
  @ChoiceField(PAIR, { description: 'Pair to look at', example: '{{pair.first}}' })
  pair!: string;

  @IntegerField({ minimum: 1, maximum: 200, description: 'Most trades to return' })
  limit = 50;

  @AccountField({
    optional: true,
    description: 'Only trades in which this account bought or sold',
  })
  account?: string;

  @IntegerField({
    optional: true,
    minimum: 1,
    description: 'Only trades with a lower id: next_before_id of the previous answer, or the id of a trade',
  })
  before_id?: number;

  @DetailField('totals and blocks. Prefer it')
  detail?: Detail;
}

export class TradeAnswer {
  @AnswerField({ type: 'id', description: 'Number of the trade', example: 5120 })
  id!: number | string;

  @AnswerField({ type: 'string', description: 'Quote per base', example: '80000.00000000' })
  price!: string;

  @AnswerField({ type: 'string', description: 'Base token that changed hands', example: '0.10000000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Quote token that was paid for it', example: '8000.00000000' })
  total!: string;

  @AnswerField({
    type: 'string',
    enum: SIDES,
    description: 'Side of the order that came last and met the other one',
    example: 'buy',
  })
  side!: Side;

  @AnswerField({ type: 'string', description: 'Account that bought', example: 'alice' })
  buyer!: string;

  @AnswerField({ type: 'string', description: 'Account that sold', example: 'bob' })
  seller!: string;

  @AnswerField({ type: 'string', description: 'Time (ISO 8601, UTC)', example: '2026-11-21T12:00:00.500Z' })
  time!: string;

  @AnswerField({ type: 'integer', description: 'Number of the block', example: 4705 })
  block_num!: number;
}

export class GetTradesAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', enum: valuesOf(PAIR), description: 'The pair', example: '{{pair.first}}' })
  pair!: string;

  @AnswerField({ type: () => TradeAnswer, list: true, description: 'Trades, newest first' })
  trades!: TradeAnswer[];

  @AnswerField({
    type: 'boolean',
    description:
      'Rows of the history, which all pairs share, were not read, and older trades may be among them: rows are read, ' +
      'newest first, until there are `limit` trades, at most 5000. With account also true when the limit was reached',
    example: false,
  })
  truncated!: boolean;

  @AnswerField({
    type: 'id',
    nullable: true,
    description:
      'Send it as before_id, with the other fields as they were, for older trades; null when there are none. An ' +
      'answer without trades can have one: the trades are further back than one request reads',
    example: 5071,
  })
  next_before_id!: number | string | null;
}
