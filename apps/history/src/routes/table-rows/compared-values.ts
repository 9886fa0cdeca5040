import { scalarText } from '../../answers/exact-number';
import { decimalOrder } from '../../parameters/decimal-order';

const ASSET = /^(-?\d{1,19}(?:\.\d{1,18})?) ([A-Z]{1,7})$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/;

/** A time as milliseconds: UTC with and without its letter. */
const comparable = (value: unknown): string => {
  const text = scalarText(value) ?? '';
  if (!TIME.test(text)) return text;
  const ms = Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  return Number.isNaN(ms) ? text : String(ms);
};

/**
 * Below zero, zero or above zero: numbers by their value, also those that are texts of digits; two assets of one symbol
 * code by their amounts; others as texts.
 */
export function compareValues(one: unknown, other: unknown): number {
  const [left, right] = [comparable(one), comparable(other)];
  return decimalOrder(left, right) ?? assetOrder(left, right) ?? (left < right ? -1 : left > right ? 1 : 0);
}

function assetOrder(left: string, right: string): number | undefined {
  const [amount, code] = assetOf(left);
  const [otherAmount, otherCode] = assetOf(right);
  return code === undefined || code !== otherCode ? undefined : decimalOrder(amount, otherAmount);
}

/** Amount and symbol code of the text of an asset; both empty for other texts. */
const assetOf = (text: string): readonly [amount: string, code: string | undefined] => {
  const [, amount = '', code] = ASSET.exec(text) ?? [];
  return [amount, code];
};

/** Whether a value is the wanted scalar. Lists are so by one of their entries. */
export const equals = (found: unknown, wanted: unknown): boolean =>
  Array.isArray(found)
    ? found.some((entry) => equals(entry, wanted))
    : scalarText(found) !== undefined && compareValues(found, wanted) === 0;
