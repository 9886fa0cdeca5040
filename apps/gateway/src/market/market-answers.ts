import { formatAmount, formatPrice } from '@app/antelope';
import type { Pair } from '@app/networks';
import { answerInteger, answerTime } from '../formatting/answer-values';
import type { GetOrderbookAnswer } from './dto/get-orderbook.dto';
import type { OrderAnswer } from './dto/get-orders.dto';
import type { TradeAnswer } from './dto/get-trades.dto';
import type { OpenOrder } from '../table-rows/open-order';
import { type BookSide, levelCount, type PriceLevel } from './book-side';
import { type Orderbook, spreadOf } from './orderbook';
import type { Trade } from '../table-rows/trade';

/** A book as get_orderbook answers it, with at most `depth` levels per side. */
export function orderbookAnswer(
  pair: Pair,
  book: Orderbook,
  depth: number,
): Omit<GetOrderbookAnswer, 'network' | 'truncated'> {
  const price = (units: bigint | null) => (units === null ? null : formatPrice(units, pair.priceDecimals));
  const volume = (units: bigint | null) => (units === null ? null : formatAmount(units, pair.base.precision));
  const level = (one: PriceLevel) => ({ ...valuesOf(pair, one), orders: one.orders });
  const levels = ({ levels: whole, cut }: BookSide) => [
    ...whole.slice(0, depth).map(level),
    ...(cut === null || whole.length >= depth ? [] : [{ ...level(cut), at_least: true }]),
  ];
  return {
    pair: pair.apiName,
    base: pair.base.apiSymbol,
    quote: pair.quote.apiSymbol,
    bids: levels(book.bids),
    asks: levels(book.asks),
    best_bid: price(book.bids.best),
    best_ask: price(book.asks.best),
    spread: price(spreadOf(book)),
    levels: { bids: levelCount(book.bids), asks: levelCount(book.asks) },
    depth_within: book.depth.map(({ withinBps, bids, asks }) => ({
      within_bps: withinBps,
      bids: volume(bids),
      asks: volume(asks),
    })),
  };
}

export function orderAnswer(pair: Pair, order: OpenOrder): OrderAnswer {
  return { id: answerInteger(order.id), pair: pair.apiName, side: order.side, ...valuesOf(pair, order) };
}

export function tradeAnswer(pair: Pair, trade: Trade): TradeAnswer {
  return {
    id: answerInteger(trade.id),
    ...valuesOf(pair, trade),
    side: trade.side,
    buyer: trade.buyer,
    seller: trade.seller,
    time: answerTime(trade.timeMs),
    block_num: trade.blockNum,
  };
}

function valuesOf(
  { base, quote, priceDecimals }: Pair,
  { price, amount, total }: Pick<OpenOrder, 'price' | 'amount' | 'total'>,
) {
  return {
    price: formatPrice(price, priceDecimals),
    amount: formatAmount(amount, base.precision),
    total: formatAmount(total, quote.precision),
  };
}
