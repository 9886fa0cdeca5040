import { memoizeByObject } from '@app/upstream';
import type { OpenOrder, Side } from '../table-rows/open-order';

/** All open orders of one side at one price. */
export interface PriceLevel {
  readonly price: bigint;
  /** Sum of what the orders have left, in units of the base token. */
  readonly amount: bigint;
  /** Sum of their values, in units of the quote token. */
  readonly total: bigint;
  readonly orders: number;
}

/**
 * Which orders of a side were read.
 * - `whole`: all of them
 * - `best`: the best ones, in the order of the price; the last price may have more orders than were read
 * - `some`: an arbitrary subset; prices of the orders that were not read are unknown
 */
export type Coverage = 'whole' | 'best' | 'some';

/** One side of a book, as far as it is known. */
export interface BookSide {
  readonly side: Side;
  readonly coverage: Coverage;
  /** Best first. Each has all orders of its price, unless the coverage is `some`. */
  readonly levels: readonly PriceLevel[];
  /** Best price of the side; null when it has no orders or when that is not known. */
  readonly best: bigint | null;
  /**
   * The level behind them at which a read of the best orders ended: what was read of it, and its price may have more
   * orders. Null with another coverage.
   */
  readonly cut: PriceLevel | null;
}

/** Builds one side of a book from orders in any order; those of the other side are passed over. */
export function bookSide(orders: readonly OpenOrder[], side: Side, coverage: Coverage): BookSide {
  const levels = levelsOf(orders, side).sort((left, right) => byPrice(side, left, right));
  const best = coverage === 'some' ? null : (levels[0]?.price ?? null);
  const cut = coverage === 'best' ? (levels.pop() ?? null) : null;
  return { side, coverage, levels, cut, best };
}

/** Sum of all levels of a side, in units of the base token: added up once, as equal reads share a book of hundreds. */
export const volumeOf = memoizeByObject((levels: readonly PriceLevel[]): bigint =>
  levels.reduce((sum, { amount }) => sum + amount, 0n),
);

/** How many price levels a side has; null when it was not read to its end. */
export function levelCount({ coverage, levels }: BookSide): number | null {
  return coverage === 'whole' ? levels.length : null;
}

/** Below zero when the left price is better for who takes it: high for buys, low for sells. */
export function byPrice(
  side: Side,
  { price: left }: { readonly price: bigint },
  { price: right }: { readonly price: bigint },
): number {
  if (left === right) return 0;
  return left < right === (side === 'sell') ? -1 : 1;
}

function levelsOf(orders: readonly OpenOrder[], side: Side): PriceLevel[] {
  const levels = new Map<bigint, PriceLevel>();
  for (const order of orders) {
    if (order.side !== side) continue;
    const level = levels.get(order.price);
    levels.set(order.price, {
      price: order.price,
      amount: order.amount + (level?.amount ?? 0n),
      total: order.total + (level?.total ?? 0n),
      orders: 1 + (level?.orders ?? 0),
    });
  }
  return [...levels.values()];
}
