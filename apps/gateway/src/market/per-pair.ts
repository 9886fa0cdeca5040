import type { Pair } from '@app/networks';

/** Makes something once for each pair: compiling a schema costs more than reading a row with it. */
export function perPair<T>(make: (pair: Pair) => T): (pair: Pair) => T {
  const made = new WeakMap<Pair, T>();
  return (pair) => {
    const known = made.get(pair);
    if (known !== undefined) return known;
    const value = make(pair);
    made.set(pair, value);
    return value;
  };
}
