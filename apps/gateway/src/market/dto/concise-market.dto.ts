import { AnswerField, ConciseMark, leavingOut } from '@app/tooling';
import { GetOrderbookAnswer, PriceLevelAnswer } from './get-orderbook.dto';
import { GetTradesAnswer, TradeAnswer } from './get-trades.dto';

export class ConciseLevelAnswer extends leavingOut(PriceLevelAnswer, 'total', 'orders') {}

/** A book as prices and amounts. */
export class ConciseOrderbookAnswer extends leavingOut(
  GetOrderbookAnswer,
  'base',
  'quote',
  'bids',
  'asks',
  'depth_within',
) {
  @ConciseMark()
  detail!: 'concise';

  @AnswerField({ type: () => ConciseLevelAnswer, list: true, description: 'Buyers, highest price first' })
  bids!: ConciseLevelAnswer[];

  @AnswerField({ type: () => ConciseLevelAnswer, list: true, description: 'Sellers, lowest price first' })
  asks!: ConciseLevelAnswer[];
}

export class ConciseTradeAnswer extends leavingOut(TradeAnswer, 'total', 'block_num') {}

/** Trades without what follows from price and amount, and without blocks. */
export class ConciseTradesAnswer extends leavingOut(GetTradesAnswer, 'trades') {
  @ConciseMark()
  detail!: 'concise';

  @AnswerField({ type: () => ConciseTradeAnswer, list: true, description: 'Trades, newest first' })
  trades!: ConciseTradeAnswer[];
}
