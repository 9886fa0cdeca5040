import { type OpenOrder, type Side, SIDES } from '../../table-rows/open-order';

/** First orders of each side as the index gives them, and orders that are known to be in the book. */
export interface IndexedBook {
  readonly first: Readonly<Record<Side, readonly OpenOrder[]>>;
  readonly known: readonly OpenOrder[];
}

/** Why an index by price is not what the profile says; undefined when nothing contradicts it. Pure. */
export function priceIndexFinding({ first, known }: IndexedBook): string | undefined {
  return SIDES.map((side) => sideFinding(side, first[side], known)).find((reason) => reason !== undefined);
}

function sideFinding(
  side: Side,
  first: readonly OpenOrder[],
  known: readonly OpenOrder[],
): string | undefined {
  if (first.some((order) => order.side !== side))
    return `price_index.${side}s holds orders of the other side`;
  const isBetter = (one: OpenOrder, other: OpenOrder) =>
    side === 'buy' ? one.price > other.price : one.price < other.price;
  const ofSide = known.filter((order) => order.side === side);
  const [best] = first;
  if (best === undefined) return ofSide.length > 0 ? `price_index.${side}s finds no orders` : undefined;
  const isFirst = [...first, ...ofSide].every((order) => !isBetter(order, best));
  return isFirst ? undefined : `price_index.${side}s does not begin with the best price`;
}
