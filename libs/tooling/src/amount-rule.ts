import { DECIMAL_PATTERN, MAX_SAFE_INTEGER } from './schema';
import { described, quoted } from './wording';

const DECIMAL = new RegExp(DECIMAL_PATTERN);
const MAX_UNITS = 2n ** 62n - 1n;

/**
 * The plain decimal form of a positive JSON number, digit for digit its shortest form: 1e-8 is
 * "0.00000001".
 */
export function decimalText(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Why `value` is no amount of any token, or undefined. Rules that need the token (its decimals, its
 * exact maximum) are the service's. Source: decisions, section 3.
 */
export function amountReason(value: unknown): string | undefined {
  if (typeof value === 'number') return numberReason(value);
  if (typeof value !== 'string') {
    return `must be a decimal string or a number, got ${described(value)}`;
  }
  if (!DECIMAL.test(value)) {
    return value.startsWith('-') && DECIMAL.test(value.slice(1))
      ? 'must not be negative'
      : `must be a decimal number like "1.5", got ${quoted(value)}`;
  }
  if (!/[1-9]/.test(value)) return 'must be greater than zero';
  if (value.length > 64 || BigInt(value.split('.')[0] ?? '') > MAX_UNITS)
    return `${quoted(value)} is above the maximum of an amount`;
  return undefined;
}

function numberReason(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'must be a finite number';
  if (value < 0) return 'must not be negative';
  if (value === 0) return 'must be greater than zero';
  if (value > MAX_SAFE_INTEGER)
    return `${value} is too large to be exact as a JSON number: send it as a string`;
  return undefined;
}
