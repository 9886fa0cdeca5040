import type { Pair } from '../pairs';
import { isWorthAUnit, type Order, type OrderTerms, orderValue } from './order';

/** One trade, at the price of the order that was in the book. Both amounts are above zero. */
export interface Fill {
  readonly maker: Order;
  readonly base: bigint;
  readonly quote: bigint;
  /** Remaining order of the maker; undefined when it is closed. */
  readonly left: Order | undefined;
}

/** Outcome of the taker's order after its fills. */
export type Ending =
  /** Nothing is left of it. */
  | 'filled'
  /** The remainder goes into the book, where it crosses no other order. */
  | 'rests'
  /** The remainder is too small to be traded and is refunded. */
  | 'dust'
  /** As many fills as one transaction may have; what is left goes back, for it would cross the book. */
  | 'fill limit';

export interface Matching {
  readonly fills: readonly Fill[];
  /** Base units not filled. */
  readonly left: bigint;
  readonly ending: Ending;
}

/** Fills an order from the other side of the book, which must come best first. Reads no further than it fills. */
export function matchOrder(
  pair: Pair,
  taker: OrderTerms,
  otherSide: Iterable<Order>,
  maxFills: number,
): Matching {
  const fills: Fill[] = [];
  let left = taker.base;
  for (const maker of otherSide) {
    if (left === 0n || !crosses(taker, maker)) break;
    if (fills.length === maxFills) return { fills, left, ending: 'fill limit' };
    const fill = fillOf(pair, maker, left);
    if (fill.quote === 0n) return { fills, left, ending: 'dust' };
    fills.push(fill);
    left -= fill.base;
  }
  if (left === 0n) return { fills, left, ending: 'filled' };
  return { fills, left, ending: isWorthAUnit(pair, { ...taker, base: left }) ? 'rests' : 'dust' };
}

function crosses(taker: OrderTerms, maker: Order): boolean {
  return taker.side === 'buy' ? maker.price <= taker.price : maker.price >= taker.price;
}

function fillOf(pair: Pair, maker: Order, wanted: bigint): Fill {
  if (wanted >= maker.base) return { maker, base: maker.base, quote: maker.quote, left: undefined };
  const terms = { ...maker, base: maker.base - wanted };
  const left = { ...terms, quote: orderValue(pair, terms) };
  const quote = maker.quote - left.quote;
  return { maker, base: wanted, quote, left: isWorthAUnit(pair, left) ? left : undefined };
}
