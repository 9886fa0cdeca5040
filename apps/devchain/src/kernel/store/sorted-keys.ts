/** Position of the first key not below `key`; the length when there is none. */
export function lowerBound(keys: readonly bigint[], key: bigint): number {
  return partition(keys.length, (at) => keyAt(keys, at) < key);
}

/** Position of the first key above `key`; the length when there is none. */
export function upperBound(keys: readonly bigint[], key: bigint): number {
  return partition(keys.length, (at) => keyAt(keys, at) <= key);
}

/** The number of leading positions for which `isBefore` holds; it must not hold again after it once failed. */
export function partition(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The key at a position that exists. */
export function keyAt(keys: readonly bigint[], at: number): bigint {
  const key = keys[at];
  if (key === undefined) throw new RangeError(`no key at position ${String(at)}`);
  return key;
}
