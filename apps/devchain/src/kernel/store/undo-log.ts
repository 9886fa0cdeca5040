/**
 * Undo functions of all writes, newest last. Every write to the chain's state records one here, so that a failed
 * transaction is rolled back. Transactions nest.
 */
export class UndoLog {
  readonly #undos: (() => void)[] = [];
  #depth = 0;

  record(undo: () => void): void {
    if (this.#depth > 0) this.#undos.push(undo);
  }

  /** Writes members of an object of the state. */
  assign<T extends object>(target: T, changes: Partial<T>): void {
    const before: Partial<T> = {};
    for (const key of Object.keys(changes) as (keyof T)[]) before[key] = target[key];
    this.record(() => Object.assign(target, before));
    Object.assign(target, changes);
  }

  /** Puts an entry into a map of the state. */
  put<K, V>(map: Map<K, V>, key: K, value: V): void {
    const before = map.get(key);
    this.record(() => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    });
    map.set(key, value);
  }

  /** Deletes an entry of a map of the state. */
  delete<K, V>(map: Map<K, V>, key: K): void {
    const before = map.get(key);
    if (before === undefined) return;
    this.record(() => map.set(key, before));
    map.delete(key);
  }

  /** Runs `work`; when it throws, rolls back all its writes and rethrows the error. */
  transaction<T>(work: () => T): T {
    return this.#run(work, true);
  }

  /** Runs `work` and always rolls back all its writes. */
  simulate<T>(work: () => T): T {
    return this.#run(work, false);
  }

  #run<T>(work: () => T, keep: boolean): T {
    const mark = this.#undos.length;
    let isKept = false;
    this.#depth++;
    try {
      const result = work();
      isKept = keep;
      return result;
    } finally {
      this.#depth--;
      if (!isKept) this.#rollBack(mark);
      else if (this.#depth === 0) this.#undos.length = 0;
    }
  }

  #rollBack(mark: number): void {
    while (this.#undos.length > mark) this.#undos.pop()?.();
  }
}
