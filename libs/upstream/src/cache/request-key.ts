import { isUtf8 } from 'node:buffer';

/**
 * Escapes, and numbers that a double may not hold exactly or that have several forms: fractions, exponents, -0, 16
 * digits and more.
 */
const AMBIGUOUS = /\\|\d{16}|\d[.eE]|-0/;
const COLON = ':';
/** Documented routes have fewer than twenty members; more are not worth sorting. */
const MAX_MEMBERS = 64;
/** Bodies of documented routes are a few hundred bytes; a larger one is not parsed for its key. */
const MAX_PARSED_BYTES = 16_384;
/** Levels of such a body; a deeper one, which could exhaust the stack, is not sorted for its key. */
const MAX_DEPTH = 32;

/**
 * A key that two bodies share only if a node reads them the same: equal members in any order, with any white space.
 * Bodies that this cannot be said of share a key only when their bytes are equal: members that occur twice, escapes,
 * numbers that JavaScript cannot hold exactly, no members, more than 64 members, 16 KiB or 32 levels, anything that is
 * no JSON object. nodeos knows no `\u`: it takes what follows the backslash as it is, and so reads another name or
 * value than JSON.parse (source: fc, io/json.cpp, parseEscape). Routes without parameters refuse an empty object with
 * a line break in it, and take one without.
 */
export function bodyKey(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (bytes.length > MAX_PARSED_BYTES || !text.startsWith('{') || !isUtf8(bytes) || AMBIGUOUS.test(text))
    return `bytes ${text}`;
  // One colon for each member: more or fewer members than colons means duplicates, or colons within texts.
  const colons = occurrences(text, COLON);
  const body = colons === 0 || colons > MAX_MEMBERS ? undefined : parsed(bytes);
  if (body === undefined || memberCount(body) !== colons) return `bytes ${text}`;
  return `json ${JSON.stringify(sorted(body))}`;
}

/** A key that two query strings share only if they have the same parameters, in any order. */
export function queryKey(query: string): string {
  const pairs = query.split('&');
  const names = pairs.map((pair) => pair.split('=', 1)[0] ?? '');
  // The order of equal names may matter.
  return new Set(names).size === names.length ? pairs.sort().join('&') : query;
}

function parsed(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** NaN, which equals no count, for values that are nested too deeply to be walked through. */
function memberCount(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH) return NaN;
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, inner) => sum + memberCount(inner, depth + 1), own);
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** The same value with the members of each object in the order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // An entry list, because an object would reorder names that are numbers and lose `__proto__`.
  return {
    members: Object.entries(value)
      .sort(byName)
      .map(([name, inner]) => [name, sorted(inner)]),
  };
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);
