import { quoteUnitsOf } from '@app/antelope';
import type { Pair } from '../pairs';

export type Side = 'buy' | 'sell';

/** Terms of an order: units of base, and the limit price in units of the pair's price decimals. */
export interface OrderTerms {
  readonly side: Side;
  readonly price: bigint;
  readonly base: bigint;
}

/** An order in the book; `base` is what is left of it, `quote` the value of that. */
export interface Order extends OrderTerms {
  /** Orders are numbered as they come: the lower one was first. */
  readonly identifier: bigint;
  readonly account: string;
  readonly quote: bigint;
}

/**
 * Quote units an order stands for: what a buy locks, rounded up; what a sell is worth, rounded down.
 * An order is filled by exactly what this value loses, so a resting order never pays more or gets less than the
 * value it began with, in however many pieces it is filled.
 */
export function orderValue(pair: Pair, { side, price, base }: OrderTerms): bigint {
  const rounding = side === 'buy' ? 'ceil' : 'floor';
  return quoteUnitsOf(base, pair.base.precision, price, pair.priceDecimals, pair.quote.precision, rounding);
}

/** False for dust: base that is not worth one whole unit of quote, which cannot be paid. */
export function isWorthAUnit(pair: Pair, terms: OrderTerms): boolean {
  return orderValue(pair, { ...terms, side: 'sell' }) >= 1n;
}

/** Amount that an order locks: the value in quote for a buy, the base for a sell. */
export function lockOf(pair: Pair, terms: OrderTerms): bigint {
  return terms.side === 'buy' ? orderValue(pair, terms) : terms.base;
}
