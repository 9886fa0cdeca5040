import { NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, ChoiceField, type Detail, DetailField, IntegerField, valuesOf } from '@app/tooling';
import { PAIR } from '../../formatting/deployment-terms';

export class GetOrderbookInput extends NetworkInput {
  @ChoiceField(PAIR, { description: 'Pair to look at', example: '{{pair.first}}' })
  pair!: string;

  @IntegerField({ minimum: 1, maximum: 200, description: 'Most price levels per side to return' })
  depth = 20;

  @DetailField('totals, counts of orders and `depth_within`. Prefer it for prices and amounts')
  detail?: Detail;
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

  @AnswerField({
    type: 'boolean',
    optional: true,
    description:
      'true: the read ended within this level: it has at least this amount, total and orders. Only the last level of ' +
      'a side whose level count is null; left out where it is false',
    example: false,
  })
  at_least?: boolean;
}

/** How many price levels a book has, whatever the depth of the answer. */
export class LevelCountAnswer {
  @AnswerField({ type: 'integer', nullable: true, description: 'Levels of buyers', example: 131 })
  bids!: number | null;

  @AnswerField({ type: 'integer', nullable: true, description: 'Levels of sellers', example: 127 })
  asks!: number | null;
}

/** Volume of a book close to its middle, whatever the depth of the answer. */
export class DepthBandAnswer {
  @AnswerField({
    type: 'integer',
    description: 'Distance from the mid price, in basis points: 10, 50, 100 and 200 are 0.1, 0.5, 1 and 2 %',
    example: 100,
  })
  within_bps!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Base token that buyers at or above mid price x (1 - within) want; null when not known',
    example: '2.76880000',
  })
  bids!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Base token that sellers at or below mid price x (1 + within) offer; null when not known',
    example: '3.01740000',
  })
  asks!: string | null;
}

export class GetOrderbookAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', enum: valuesOf(PAIR), description: 'The pair', example: '{{pair.first}}' })
  pair!: string;

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
    description: 'Highest price a buyer pays; null when levels.bids is 0 (no buy orders), else not known',
    example: '79950.00000000',
  })
  best_bid!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Lowest price a seller takes; null when levels.asks is 0 (no sell orders), else not known',
    example: '80000.00000000',
  })
  best_ask!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'best_ask less best_bid; null when either is null, and when best_bid is above best_ask: a book of more than 500 ' +
      'orders may be read in several blocks',
    example: '50.00000000',
  })
  spread!: string | null;

  @AnswerField({
    type: () => LevelCountAnswer,
    description:
      'Price levels that exist on each side; bids and asks are the best `depth` of them. Null for a side that was not ' +
      'read to its end: it has more than 2000 orders',
  })
  levels!: LevelCountAnswer;

  @AnswerField({
    type: () => DepthBandAnswer,
    list: true,
    description:
      'Base volume of all orders within a distance of the mid price (the mean of best_bid and best_ask), not cut at ' +
      '`depth`. Both null without a mid price; one null when that side was not read as far (2000 orders)',
  })
  depth_within!: DepthBandAnswer[];

  @AnswerField({
    type: 'boolean',
    description:
      'The book has more than 500 orders. Best prices, bids, asks, levels and depth_within that are not null are exact ' +
      'all the same, except a level with at_least. Only where best_bid or best_ask is null and its level count is null as well, bids and asks are ' +
      'an arbitrary part of the book',
    example: false,
  })
  truncated!: boolean;
}
