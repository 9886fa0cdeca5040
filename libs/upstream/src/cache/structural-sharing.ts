/** Deeper values count as different: no answer of a node is that deep, and the comparison is recursive. */
const MAX_DEPTH = 32;

/**
 * A value that was read again, with the objects of the earlier one wherever both say the same: the whole value, a list
 * that is a member of it, an element of such a list. Results that are kept by object (parsed rows, sums, books) so
 * outlive the read. Both values must never be changed.
 */
export function shareStructure<T>(before: T, now: T): T {
  if (Array.isArray(before) && Array.isArray(now)) return knownElements(before, now) as T;
  if (isSame(before, now)) return before;
  if (!isPlain(before) || !isPlain(now)) return now;
  const members = Object.entries(now).map(([name, value]) => {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, Array.isArray(known) && Array.isArray(value) ? knownElements(known, value) : value];
  });
  return Object.fromEntries(members) as T;
}

/** Elements may have moved: rows are looked up by their first member, which is their primary key by convention. */
function knownElements(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  let byKey: Map<unknown, unknown> | undefined;
  let isWhole = before.length === now.length;
  const elements = now.map((element, index) => {
    const here = before[index];
    if (isSame(here, element)) return here;
    isWhole = false;
    byKey ??= new Map(before.map((known) => [keyOf(known), known]));
    const moved = byKey.get(keyOf(element));
    return isSame(moved, element) ? moved : element;
  });
  return isWhole ? before : elements;
}

function keyOf(element: unknown): unknown {
  if (!isPlain(element)) return element;
  for (const name in element) return element[name];
  return undefined;
}

/** Equal values, objects with their members in the same order. */
function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((element, index) => isSame(element, other[index], depth + 1));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  if (names.length !== otherNames.length) return false;
  return names.every(
    (name, index) => name === otherNames[index] && isSame(one[name], other[name], depth + 1),
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
