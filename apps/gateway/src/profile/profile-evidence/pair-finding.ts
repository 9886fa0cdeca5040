/** Trading pairs of a chain, by their own names. */
export interface PairsOnChain {
  /** Scopes of the table of orders: pairs with an order in the book. */
  readonly books: readonly string[];
  /** Pairs of recent trades. */
  readonly traded: readonly string[];
}

/**
 * Why a pair of the profile is not on the chain; undefined when it is, and when it cannot be known: a pair
 * without orders and trades leaves no rows. It is missing when the chain has a pair instead that the profile
 * does not name. Pure.
 * @param named every pair of the profile
 */
export function pairFinding(
  name: string,
  named: readonly string[],
  { books, traded }: PairsOnChain,
): string | undefined {
  const known = [...new Set([...books, ...traded])].sort();
  if (known.includes(name) || known.every((one) => named.includes(one))) return undefined;
  return `the chain has no orders and no trades of ${name}; it has pairs: ${known.join(', ')}`;
}
