/**
 * Makes something once for each token, pair or other object it depends on, and as long as that one lives: compiling
 * the parser of a row costs more than reading a row with it.
 */
export function memoizeByObject<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, T>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
