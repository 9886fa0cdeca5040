import { alternatives, described, quoted } from '../errors/wording';
import { MAX_SAFE_INTEGER, type Schema } from '../schema/schema';

type JsonType = NonNullable<Schema['type']>;

const WHOLE_NUMBER = /^-?[0-9]+$/;

const ARTICLE: Record<JsonType, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** `must be an integer, got the string "5": send it without quotes`. */
export function wrongType(types: readonly JsonType[], value: unknown): string {
  const reason = `must be ${alternatives(types.map((type) => ARTICLE[type]))}, got ${described(value)}`;
  const isLarge =
    typeof value === 'string' && WHOLE_NUMBER.test(value) && !Number.isSafeInteger(Number(value));
  // As a number it would be refused too, for its digits.
  if (isLarge && types.includes('integer')) return `${reason}: an integer ends at ${MAX_SAFE_INTEGER}`;
  const isQuoted =
    typeof value === 'string' &&
    ((types.includes('integer') && WHOLE_NUMBER.test(value)) ||
      (types.includes('boolean') && (value === 'true' || value === 'false')));
  return isQuoted ? `${reason}: send it without quotes` : reason;
}

/** `must be from 1 to 200, got 0`. */
export function outOfRange(minimum: number, maximum: number, value: unknown): string {
  return `must be from ${minimum} to ${maximum}, got ${String(value)}`;
}

/** `must be btcusdt or nativebtc, got the string "btc"`. */
export function noneOf(values: readonly (string | number)[], value: unknown): string {
  return `must be ${alternatives(values)}, got ${described(value)}`;
}

/** `must match ^[0-9]+$, got "x"`. */
export function unmatched(pattern: string, value: unknown): string {
  return `must match ${pattern}, got ${quoted(String(value))}`;
}

/** Too few or too many characters. Those of a text far above `maximum` are not counted: it may be as long as a body. */
export function wrongLength(minimum: number, maximum: number, text: string): string {
  if (text.length > 4 * maximum)
    return `must have at most ${maximum} characters, has more than ${2 * maximum}`;
  const length = Array.from(text).length;
  if (length > maximum) return `must have at most ${maximum} characters, has ${length}`;
  return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters, has ${length}`;
}

/** `must have at least 1 item, has 0`. */
export function tooFewItems(minimum: number, value: unknown): string {
  return `must have at least ${minimum} item${minimum === 1 ? '' : 's'}, has ${lengthOf(value)}`;
}

/** `must have at most 3 items, has 4`. */
export function tooManyItems(maximum: number, value: unknown): string {
  return `must have at most ${maximum} items, has ${lengthOf(value)}`;
}

function lengthOf(value: unknown): number {
  return (value as unknown[]).length;
}
