import { parseDecimal, rescaled } from '../../values/decimal';

/** The whole number of dollars below a price; undefined for texts that are no price, and where none is left. */
export function priceBelow(text: string): string | undefined {
  const price = parseDecimal(text);
  if (price === undefined) return undefined;
  const { units } = rescaled(price, 0);
  return units > 1n ? String(units - 1n) : undefined;
}
