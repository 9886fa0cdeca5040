const POSITIVE_DECIMAL = /^(0\.0*[1-9][0-9]*|[1-9][0-9]*(\.[0-9]+)?)$/;
const MAX_UNITS = (1n << 62n) - 1n;

/**
 * The smallest units of a positive decimal text such as `0.0001`. Exact or refused: no sign, no exponent, no leading
 * zeros, no more decimals than `precision`, at most 2^62 - 1 units. Throws RangeError.
 */
export function unitsOf(text: unknown, precision: number): bigint {
  if (typeof text !== 'string' || text.length > 80 || !POSITIVE_DECIMAL.test(text))
    throw new RangeError(`${JSON.stringify(text)} is not a positive decimal in a text like "12.5"`);
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > precision) throw new RangeError(`"${text}" has more than ${precision} decimals`);
  const units = BigInt(whole + fraction.padEnd(precision, '0'));
  if (units > MAX_UNITS) throw new RangeError(`"${text}" is beyond the largest amount`);
  return units;
}

/** Units as a decimal text with exactly `precision` decimals. */
export function decimalText(units: bigint, precision: number): string {
  const digits = units.toString().padStart(precision + 1, '0');
  if (precision === 0) return digits;
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** Quote units that a buyer locks: amount times price, rounded up to a whole unit. */
export function costOf(
  amount: { readonly units: bigint; readonly precision: number },
  price: { readonly units: bigint; readonly decimals: number },
  quotePrecision: number,
): bigint {
  const dividend = amount.units * price.units * 10n ** BigInt(quotePrecision);
  const divisor = 10n ** BigInt(amount.precision + price.decimals);
  const cost = (dividend + divisor - 1n) / divisor;
  if (cost > MAX_UNITS) throw new RangeError('the order costs more than the largest amount');
  return cost;
}
