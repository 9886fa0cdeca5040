import { PAIR_NAMES, type PairName } from '@app/networks';
import { AnswerField, EnumField, IntegerField, NetworkAnswer, NetworkInput } from '@app/tooling';

export class GetOrderbookInput extends NetworkInput {
  @EnumField(PAIR_NAMES, { description: 'Pair to look at', example: 'btcusdt' })
  pair!: PairName;

  @IntegerField({ minimum: 1, maximum: 200, description: 'Most price levels per side' })
  depth = 20;
}

/** All open orders of one side at one price. */
export class PriceLevelAnswer {
  @AnswerField({ type: 'string', description: 'Quote per base', example: '80000.00000000' })
  price!: string;

  @AnswerField({ type: 'string', description: 'Base token that is left to trade', example: '0.15000000' })
  amount!: string;

  @AnswerField({ type: 'string', description: 'Its value in the quote token', example: '12000.00000000' })
  total!: string;

  @AnswerField({ type: 'integer', description: 'How many orders', example: 2 })
  orders!: number;
}

export class GetOrderbookAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', enum: PAIR_NAMES, description: 'The pair', example: 'btcusdt' })
  pair!: PairName;

  @AnswerField({ type: 'string', description: 'Token that is traded', example: 'BTC' })
  base!: string;

  @AnswerField({ type: 'string', description: 'Token it is paid with', example: 'USDT' })
  quote!: string;

  @AnswerField({ type: () => PriceLevelAnswer, list: true, description: 'Buyers, highest price first' })
  bids!: PriceLevelAnswer[];

  @AnswerField({ type: () => PriceLevelAnswer, list: true, description: 'Sellers, lowest price first' })
  asks!: PriceLevelAnswer[];

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Highest price a buyer pays; null: nobody buys',
    example: '79950.00000000',
  })
  best_bid!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Lowest price a seller takes; null: nobody sells',
    example: '80000.00000000',
  })
  best_ask!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'best_ask less best_bid; null when a side is empty',
    example: '50.00000000',
  })
  spread!: string | null;

  @AnswerField({
    type: 'boolean',
    description:
      'The book has more orders than the 500 that were read: depth is partial, and better prices may exist',
    example: false,
  })
  truncated!: boolean;
}
