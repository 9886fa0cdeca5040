import { ValueError } from '../value-error';
import { MAX_UNITS } from './amounts';
import { formatUnits, parsePositiveDecimal } from './decimals';

/**
 * The units of a price given by a client, at `decimals` decimals (10 for nativebtc, 8 for btcusdt).
 * The rules are those of parseAmount. Throws ValueError. Source: docs/reference/rules.md, values.
 */
export function parsePrice(input: string | number, decimals: number): bigint {
  return parsePositiveDecimal(input, { precision: decimals, label: 'the price', maxUnits: MAX_UNITS });
}

/** A price in units as a decimal string with all its decimals. */
export function formatPrice(units: bigint, decimals: number): string {
  return formatUnits(units, decimals);
}

/**
 * Quote units that `amountUnits` of base cost at a price of quote per base, rounded to a whole quote unit:
 * up for what a buyer locks, down for what a seller gets. Source: docs/reference/rules.md, values.
 * Throws ValueError for a negative amount or price: there is no such order.
 */
export function quoteUnitsOf(
  amountUnits: bigint,
  amountPrecision: number,
  priceUnits: bigint,
  priceDecimals: number,
  quotePrecision: number,
  rounding: 'ceil' | 'floor',
): bigint {
  if (amountUnits < 0n || priceUnits < 0n) throw new ValueError('amount and price must not be negative');
  const dividend = amountUnits * priceUnits * 10n ** BigInt(quotePrecision);
  const divisor = 10n ** BigInt(amountPrecision + priceDecimals);
  const floor = dividend / divisor;
  return rounding === 'ceil' && floor * divisor < dividend ? floor + 1n : floor;
}
