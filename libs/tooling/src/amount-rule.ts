import { parseAmount, ValueError } from '@app/antelope';
import { described } from './wording';

/**
 * Why `value` is no amount of any token, or undefined. It is read with exactly the decimals it has,
 * so that only rules that need no token can refuse it; its token's decimals and maximum are the
 * service's to judge. Source: decisions, section 3.
 */
export function amountReason(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return `must be a decimal string or a number, got ${described(value)}`;
  }
  try {
    parseAmount(value, { symbol: 'of any token', precision: decimalsOf(value) });
    return undefined;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

function decimalsOf(value: string | number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.min(400, Math.max(0, fraction.length - (Number(exponent) || 0)));
}
