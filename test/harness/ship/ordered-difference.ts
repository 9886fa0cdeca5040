import type { OrderedDiff } from '@app/ship';

/** The difference of two lists as nodes make it. Source: fc::ordered_diff::diff. */
export function orderedDifference<T>(
  source: readonly T[],
  target: readonly T[],
  areEqual: (left: T, right: T) => boolean = Object.is,
): OrderedDiff<T> {
  const isSame = (from: number, to: number): boolean =>
    from < source.length && to < target.length && areEqual(source[from]!, target[to]!);
  const made: OrderedDiff<T> = { removeIndexes: [], insertIndexes: [] };
  let [s, t] = [0, 0];
  const remove = () => made.removeIndexes.push(s++);
  const insert = () => made.insertIndexes.push({ index: t, value: target[t++]! });
  while (s < source.length || t < target.length) {
    if (s >= source.length) insert();
    else if (t >= target.length) remove();
    else if (isSame(s, t)) [s, t] = [s + 1, t + 1];
    else {
      const isLast = s === source.length - 1 && t === target.length - 1;
      if (isLast || isSame(s + 1, t + 1)) {
        remove();
        insert();
      } else if (isSame(s, t + 1)) insert();
      else remove();
    }
  }
  return made;
}
