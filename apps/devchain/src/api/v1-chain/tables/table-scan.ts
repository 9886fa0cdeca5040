/** Says whether the time of a scan is over. */
export type TimeBudget = () => boolean;

export interface Page<T> {
  readonly taken: T[];
  /** The first item that was not taken: where the next page begins. Undefined at the end. */
  readonly next: T | undefined;
}

/** Takes up to `limit` items. Out of time it stops early, though never before the first item. */
export function scan<T>(items: Iterable<T>, limit: number, isOver: TimeBudget): Page<T> {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= limit || (taken.length > 0 && isOver())) return { taken, next: item };
    taken.push(item);
  }
  return { taken, next: undefined };
}
