/** Lengths of lists in statements: few, so that few statements are prepared. */
const LENGTHS = [1, 2, 4, 8, 16, 32, 64, 100, 256, 500, 1024];

/** `(?, ?, ...)` with its parameters: the last one is repeated up to one of a few lengths. */
export function inList<T>(values: readonly T[]): { placeholders: string; params: T[] } {
  const last = values.at(-1);
  if (last === undefined) throw new RangeError('an empty list');
  const length = LENGTHS.find((candidate) => candidate >= values.length) ?? values.length;
  const params = [...values, ...Array.from({ length: length - values.length }, () => last)];
  return { placeholders: `(${Array.from({ length }, () => '?').join(', ')})`, params };
}

/** Longest list of one statement. */
export const LIST_LIMIT = 1024;

export function* slices<T>(items: readonly T[], size = LIST_LIMIT): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
