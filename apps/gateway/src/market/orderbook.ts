import type { OpenOrder, Side } from './open-order';

/** All open orders of one side at one price. */
export interface PriceLevel {
  readonly price: bigint;
  /** Sum of what the orders have left, in units of the base token. */
  readonly amount: bigint;
  /** Sum of their values, in units of the quote token. */
  readonly total: bigint;
  readonly orders: number;
}

/** Price levels of both sides, best first. */
export interface Orderbook {
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/** Builds a book from orders in any order: nothing is lost and nothing rounded. */
export function buildOrderbook(orders: readonly OpenOrder[]): Orderbook {
  return {
    bids: levelsOf(orders, 'buy').sort((left, right) => compare(right.price, left.price)),
    asks: levelsOf(orders, 'sell').sort((left, right) => compare(left.price, right.price)),
  };
}

/** Lowest ask less highest bid, in price units; null when a side is empty. */
export function spreadOf({ bids, asks }: Orderbook): bigint | null {
  const [bid] = bids;
  const [ask] = asks;
  return bid === undefined || ask === undefined ? null : ask.price - bid.price;
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

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}
