import { DECIMAL_PATTERN, MAX_UNITS, parseAmount, ValueError } from '@app/antelope';
import { described } from '@app/tooling';

const DECIMAL = new RegExp(DECIMAL_PATTERN);
/** Longer texts are never amounts, and not worth reading as one. */
const LONGEST = 400;

/**
 * Why `value` is no amount of any token, or undefined. It is read with exactly the decimals it has,
 * so that only rules that need no token can refuse it; its token's decimals and maximum are the
 * service's to judge. Source: docs/reference/rules.md, values.
 */
export function amountReason(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return `must be a decimal string or a number, got ${described(value)}`;
  }
  if (isLarge(value)) return undefined;
  try {
    parseAmount(value, { symbol: 'the amount', precision: decimalsOf(value) });
    return undefined;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

/** More than any token has at the decimals that were sent: its token's stage names the maximum, or the decimals. */
function isLarge(value: string | number): boolean {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST &&
    DECIMAL.test(value) &&
    BigInt(value.replace('.', '')) > MAX_UNITS
  );
}

function decimalsOf(value: string | number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.min(LONGEST, Math.max(0, fraction.length - (Number(exponent) || 0)));
}
