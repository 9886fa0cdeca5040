import type { OpenOrder } from '../table-rows/open-order';
import { type BookSide, bookSide, type Coverage } from './book-side';
import { type DepthBand, depthBands } from './depth';

/** Both sides of a book, and the volume close to its middle. */
export interface Orderbook {
  readonly bids: BookSide;
  readonly asks: BookSide;
  readonly depth: readonly DepthBand[];
}

/** Puts two sides together. */
export function orderbookOf(bids: BookSide, asks: BookSide): Orderbook {
  return { bids, asks, depth: depthBands(bids, asks) };
}

/** Builds a book from orders in any order: nothing is lost and nothing rounded. */
export function buildOrderbook(orders: readonly OpenOrder[], coverage: Coverage = 'whole'): Orderbook {
  return orderbookOf(bookSide(orders, 'buy', coverage), bookSide(orders, 'sell', coverage));
}

/**
 * Lowest ask less highest bid, in price units; null when either is not there or not known, and when the sides overlap:
 * they were read in different blocks then.
 */
export function spreadOf({ bids, asks }: Orderbook): bigint | null {
  if (bids.best === null || asks.best === null || bids.best > asks.best) return null;
  return asks.best - bids.best;
}
