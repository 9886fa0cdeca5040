import { conciseForm, without } from '@app/tooling';
import { shortDecimal } from '../formatting/short-decimal';
import { ConciseOrderbookAnswer, ConciseTradesAnswer } from './dto/concise-market.dto';
import type { GetOrderbookAnswer, PriceLevelAnswer } from './dto/get-orderbook.dto';
import type { GetTradesAnswer } from './dto/get-trades.dto';

const shortLevel = ({ price, amount, at_least }: PriceLevelAnswer) => ({
  price: shortDecimal(price),
  amount: shortDecimal(amount),
  ...(at_least !== undefined && { at_least }),
});

/** The short form of get_orderbook. */
export const CONCISE_ORDERBOOK = conciseForm(
  ConciseOrderbookAnswer,
  ({ network, pair, levels, truncated, ...book }: GetOrderbookAnswer): ConciseOrderbookAnswer => ({
    network,
    detail: 'concise',
    pair,
    bids: book.bids.map(shortLevel),
    asks: book.asks.map(shortLevel),
    best_bid: shortDecimal(book.best_bid),
    best_ask: shortDecimal(book.best_ask),
    spread: shortDecimal(book.spread),
    levels,
    truncated,
  }),
);

/** The short form of get_trades. */
export const CONCISE_TRADES = conciseForm(
  ConciseTradesAnswer,
  (answer: GetTradesAnswer): ConciseTradesAnswer => ({
    ...answer,
    detail: 'concise',
    trades: answer.trades.map((trade) => ({
      ...without(trade, 'total', 'block_num'),
      price: shortDecimal(trade.price),
      amount: shortDecimal(trade.amount),
    })),
  }),
);
