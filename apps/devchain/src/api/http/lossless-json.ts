/** What a request body is made of once parsed. Integers beyond 2^53 are kept as decimal strings. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [member: string]: JsonValue };

/** A number literal long enough to be beyond 2^53, which JSON.parse would round. */
const LONG_NUMBER = /(?:^|[:,[\s])-?\d{16,}/;

/**
 * Parses a request body. Table keys of the chain are 64-bit and clients send them as bare numbers; such an
 * integer becomes its decimal string, which every reader of a nodeos parameter accepts just as well.
 * @throws SyntaxError naming the position.
 */
export function parseLosslessJson(text: string): JsonValue {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as JsonValue;
  return JSON.parse(text, keepLongIntegers) as JsonValue;
}

/** The third argument is JSON.parse's source text access (ES2026, in Node since 21). */
function keepLongIntegers(_member: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
