/** Comparison functions for total orders. */
export type Compare<T> = (left: T, right: T) => number;

export const ascending =
  <T>(key: (item: T) => bigint | number): Compare<T> =>
  (left, right) => {
    const [a, b] = [key(left), key(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  };

export const descending = <T>(key: (item: T) => bigint | number): Compare<T> => {
  const compare = ascending(key);
  return (left, right) => compare(right, left);
};

/** The first comparison in which two items differ. */
export const byAll =
  <T>(...compares: readonly Compare<T>[]): Compare<T> =>
  (left, right) => {
    for (const compare of compares) {
      const result = compare(left, right);
      if (result !== 0) return result;
    }
    return 0;
  };
