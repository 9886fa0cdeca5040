import { type Decimal, parseDecimal, rescaled } from '../../values/decimal';

/** The simulated price oscillates by at most 2 % around the one that was set. */
const FALL_PERCENT = 5n;

/** Whole dollars of a price, rounded down; undefined for texts that are no price, and for less than one dollar. */
export function wholeDollars(text: string): bigint | undefined {
  const price = parseDecimal(text);
  if (price === undefined) return undefined;
  const { units } = rescaled(price, 0);
  return units > 0n ? units : undefined;
}

/** A whole number of dollars so far below a price that an oscillation does not reach it; undefined where none is left. */
export function priceBelow(text: string): string | undefined {
  const price = parseDecimal(text);
  if (price === undefined) return undefined;
  const lower: Decimal = { units: price.units * (100n - FALL_PERCENT), decimals: price.decimals + 2 };
  const { units } = rescaled(lower, 0);
  return units > 0n ? String(units) : undefined;
}

/** How many of some liquidation prices a price is at or below. Prices that are not known do not count. */
export function countReached(liquidationPrices: readonly (string | null)[], text: string): number {
  const price = parseDecimal(text);
  if (price === undefined) return 0;
  return liquidationPrices.filter((each) => {
    const limit = parseDecimal(each ?? '');
    if (limit === undefined) return false;
    const decimals = Math.max(price.decimals, limit.decimals);
    return rescaled(price, decimals).units <= rescaled(limit, decimals).units;
  }).length;
}
