import type { Json } from '@app/antelope';

interface SourceContext {
  /** The text of a primitive value. */
  readonly source?: string;
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: SourceContext) => unknown,
) => unknown;

/** In every text with a whole number beyond 2^53; other texts need no look at each value. */
const LONG_NUMBER = /\d{16}|\d[eE]/;

/**
 * Parses JSON without losing a digit: a whole number beyond 2^53 becomes its text, which the codecs read exactly.
 * @throws SyntaxError
 */
export function parseExact(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as Json;
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value,
  ) as Json;
}
