import type { IndexKind } from '../sdk/table';
import type { KeyRange } from '../sdk/table-handle';
import { keyAt, partition } from './sorted-keys';

/** One entry of a secondary index. */
export interface IndexEntry {
  readonly key: bigint;
  readonly primaryKey: bigint;
}

/** Primary keys of a table in the order of another key; equal keys stand in the order of the primary key. */
export class SecondaryIndex {
  readonly #keys: bigint[] = [];
  readonly #primaryKeys: bigint[] = [];

  constructor(readonly kind: IndexKind) {}

  get size(): number {
    return this.#keys.length;
  }

  insert(entry: IndexEntry): void {
    const at = this.#positionOf(entry);
    this.#keys.splice(at, 0, entry.key);
    this.#primaryKeys.splice(at, 0, entry.primaryKey);
  }

  remove(entry: IndexEntry): void {
    const at = this.#positionOf(entry);
    this.#keys.splice(at, 1);
    this.#primaryKeys.splice(at, 1);
  }

  /** Finds its place again at every step, so that rows may be written while it runs. */
  *entries({ lower, upper, reverse = false }: KeyRange = {}): Generator<IndexEntry> {
    let at = reverse ? this.#after(upper) - 1 : this.#firstFrom(lower);
    while (at >= 0 && at < this.#keys.length) {
      const entry = { key: keyAt(this.#keys, at), primaryKey: keyAt(this.#primaryKeys, at) };
      if (reverse ? lower !== undefined && entry.key < lower : upper !== undefined && entry.key > upper)
        return;
      yield entry;
      const place = this.#positionOf(entry);
      const isStillThere = this.#keys[place] === entry.key && this.#primaryKeys[place] === entry.primaryKey;
      at = reverse ? place - 1 : place + (isStillThere ? 1 : 0);
    }
  }

  #firstFrom(lower: bigint | undefined): number {
    return lower === undefined ? 0 : partition(this.#keys.length, (at) => keyAt(this.#keys, at) < lower);
  }

  #after(upper: bigint | undefined): number {
    if (upper === undefined) return this.#keys.length;
    return partition(this.#keys.length, (at) => keyAt(this.#keys, at) <= upper);
  }

  #positionOf({ key, primaryKey }: IndexEntry): number {
    return partition(this.#keys.length, (at) => {
      const other = keyAt(this.#keys, at);
      return other < key || (other === key && keyAt(this.#primaryKeys, at) < primaryKey);
    });
  }
}
