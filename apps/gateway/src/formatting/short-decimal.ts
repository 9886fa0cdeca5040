/** A decimal without zeros at its end: the same number. Null stays null. */
export function shortDecimal<T extends string | null>(decimal: T): T {
  if (decimal === null || !decimal.includes('.')) return decimal;
  return decimal.replace(/\.?0+$/, '') as T;
}

/** The same of each member of an object of decimals. */
export const shortDecimals = <T extends object>(decimals: T): T =>
  Object.fromEntries(
    Object.entries(decimals).map(([name, value]) => [name, shortDecimal(value as string | null)]),
  ) as T;
