import { AnswerField, valuesOf } from '@app/tooling';
import { OrderEffectAnswer } from '../../composing/simulation.answer';
import { PAIR } from '../../formatting/deployment-terms';

/** A trade of an order. */
export class FillAnswer {
  @AnswerField({ type: 'id', description: 'Id of the trade, as in get_trades', example: 128 })
  trade_id!: number | string;

  @AnswerField({ type: 'string', description: 'Quote per base', example: '79999.50000000' })
  price!: string;

  @AnswerField({ type: 'string', description: 'Base amount', example: '0.00100000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Quote amount', example: '79.99950000' })
  total!: string;
}

/** An order that a transaction placed. */
export class PlacedOrderAnswer extends OrderEffectAnswer {
  @AnswerField({ type: 'integer', description: 'Index of its action, from 0', example: 0 })
  action!: number;

  @AnswerField({ type: 'string', enum: valuesOf(PAIR), example: '{{pair.first}}' })
  pair!: string;

  @AnswerField({ type: 'string', enum: ['buy', 'sell'], example: 'buy' })
  side!: 'buy' | 'sell';

  @AnswerField({ type: 'string', description: 'Its limit, quote per base', example: '80000.00000000' })
  price!: string;

  @AnswerField({ type: 'string', description: 'Its base amount', example: '0.00100000' })
  amount!: string;

  @AnswerField({
    type: () => FillAnswer,
    list: true,
    nullable: true,
    description: 'Its trades; null where they are not among the newest ones of the exchange',
  })
  fills!: FillAnswer[] | null;
}
