/** Deeper values count as different: no answer of a node is that deep, and the comparison is recursive. */
const MAX_DEPTH = 32;

/** The first place where two values differ. */
export interface Difference {
  /** Names of members and indexes of elements, as in `rows.0.btc_address`; empty for the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * Where two decoded answers differ; undefined where both say the same. The order of members does not count, and neither
 * does whether an integer is written as a number or as text: both differ between versions of nodes. Pure.
 */
export function differenceOf(one: unknown, other: unknown, path = '', depth = 0): Difference | undefined {
  if (Object.is(one, other) || isSameInteger(one, other)) return undefined;
  if (depth < MAX_DEPTH) {
    const below = (name: string | number): Difference | undefined =>
      differenceOf(
        memberOf(one, name),
        memberOf(other, name),
        path === '' ? `${name}` : `${path}.${name}`,
        depth + 1,
      );
    if (isList(one) && isList(other)) return firstOf(indexesOf(one, other), below);
    if (isRecord(one) && isRecord(other)) return firstOf(namesOf(one, other), below);
  }
  return { path, one, other };
}

function firstOf<N>(names: Iterable<N>, below: (name: N) => Difference | undefined): Difference | undefined {
  for (const name of names) {
    const difference = below(name);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

type List = readonly unknown[] | Uint8Array;
type Fields = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is List => Array.isArray(value) || value instanceof Uint8Array;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !isList(value);

/** An absent member is not one that is null, and a list does not end where an element is undefined. */
export const ABSENT = Symbol('absent');

function memberOf(value: unknown, name: string | number): unknown {
  return Object.hasOwn(value as object, name) ? (value as Fields)[name] : ABSENT;
}

const indexesOf = (one: List, other: List): Iterable<number> =>
  Array.from({ length: Math.max(one.length, other.length) }).keys();

const namesOf = (one: Fields, other: Fields): Iterable<string> =>
  new Set([...Object.keys(one), ...Object.keys(other)]);

/** An integer that one node writes as a number and the other one as text. Two different texts are never the same. */
function isSameInteger(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'string') return writtenInteger(one) === other;
  return typeof one === 'string' && typeof other === 'number' && writtenInteger(other) === one;
}

const writtenInteger = (value: number): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : undefined;
