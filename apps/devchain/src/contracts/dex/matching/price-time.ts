import { MAX_UNITS } from '@app/antelope';
import type { Order, Side } from './order';

const SELLS = 1n << 127n;
const IDENTIFIER_BITS = 64n;
const LAST = (1n << 127n) - 1n;

/**
 * Key of an order in price-time priority, 128 bits: side, rank of the price (buys: the highest first, sells: the
 * lowest first), identifier. Ascending keys of one side are its orders, best first.
 */
export function priceTimeKey({
  side,
  price,
  identifier,
}: Pick<Order, 'side' | 'price' | 'identifier'>): bigint {
  const rank = side === 'sell' ? price : MAX_UNITS - price;
  return firstKey(side) | (rank << IDENTIFIER_BITS) | identifier;
}

/** The keys of one side. */
export function sideOfBook(side: Side): { lower: bigint; upper: bigint } {
  const lower = firstKey(side);
  return { lower, upper: lower | LAST };
}

function firstKey(side: Side): bigint {
  return side === 'sell' ? SELLS : 0n;
}
