import type { IndexKind } from '../sdk/table';
import type { KeyRange } from '../sdk/table-handle';
import { SecondaryIndex } from './secondary-index';
import { keyAt, lowerBound, upperBound } from './sorted-keys';
import type { IndexEntryView, IndexView, RowView, TableView } from './table-view';

/** A stored row. Rows are replaced, never changed. */
export interface Row extends RowView {
  /** One key for every secondary index of the table. */
  readonly secondaryKeys: readonly bigint[];
}

/** Where a table is, and how many orders of which kind its rows have beside the primary one. */
export interface TablePlace {
  readonly code: string;
  readonly scope: bigint;
  readonly table: string;
  readonly kinds: readonly IndexKind[];
}

/** The rows of one (code, scope, table). Knows neither billing nor undo. */
export class Table implements TableView {
  readonly #keys: bigint[] = [];
  readonly #rowsByKey = new Map<bigint, Row>();
  readonly #indexes: readonly SecondaryIndex[];

  constructor(
    readonly place: TablePlace,
    /** Payer of the table itself: the payer of its first row. */
    readonly payer: string,
  ) {
    this.#indexes = place.kinds.map((kind) => new SecondaryIndex(kind));
  }

  get count(): number {
    return this.#keys.length;
  }

  find(primaryKey: bigint): Row | undefined {
    return this.#rowsByKey.get(primaryKey);
  }

  /** Puts a row in, in place of the one with its primary key if there is one, which is returned. */
  put(row: Row): Row | undefined {
    const before = this.#rowsByKey.get(row.primaryKey);
    if (before === undefined) this.#keys.splice(lowerBound(this.#keys, row.primaryKey), 0, row.primaryKey);
    this.#rowsByKey.set(row.primaryKey, row);
    this.#reindex(before, row);
    return before;
  }

  /** Takes the row with that key out and returns it. */
  remove(primaryKey: bigint): Row | undefined {
    const row = this.#rowsByKey.get(primaryKey);
    if (row === undefined) return undefined;
    this.#keys.splice(lowerBound(this.#keys, primaryKey), 1);
    this.#rowsByKey.delete(primaryKey);
    this.#reindex(row, undefined);
    return row;
  }

  /** Finds its place again at every step, so that rows may be written while it runs. */
  *rows({ lower, upper, reverse = false }: KeyRange = {}): Generator<Row> {
    let at = reverse ? this.#lastUpTo(upper) : lower === undefined ? 0 : lowerBound(this.#keys, lower);
    while (at >= 0 && at < this.#keys.length) {
      const key = keyAt(this.#keys, at);
      if (reverse ? lower !== undefined && key < lower : upper !== undefined && key > upper) return;
      yield this.#rowAt(key);
      if (this.#keys[at] === key) at += reverse ? -1 : 1;
      else at = reverse ? lowerBound(this.#keys, key) - 1 : upperBound(this.#keys, key);
    }
  }

  index(number: number): IndexView | undefined {
    const index = this.#indexes[number];
    return index && { kind: index.kind, entries: (range) => this.#indexed(index, range) };
  }

  *#indexed(index: SecondaryIndex, range: KeyRange | undefined): Generator<IndexEntryView> {
    for (const { key, primaryKey } of index.entries(range)) yield { key, row: this.#rowAt(primaryKey) };
  }

  #rowAt(primaryKey: bigint): Row {
    const row = this.#rowsByKey.get(primaryKey);
    if (row === undefined)
      throw new RangeError(`${this.place.code}:${this.place.table} lost row ${String(primaryKey)}`);
    return row;
  }

  #lastUpTo(upper: bigint | undefined): number {
    return (upper === undefined ? this.#keys.length : upperBound(this.#keys, upper)) - 1;
  }

  #reindex(before: Row | undefined, after: Row | undefined): void {
    this.#indexes.forEach((index, number) => {
      const old = before?.secondaryKeys[number];
      const key = after?.secondaryKeys[number];
      if (before !== undefined && old !== undefined && old !== key) {
        index.remove({ key: old, primaryKey: before.primaryKey });
      }
      if (after !== undefined && key !== undefined && old !== key) {
        index.insert({ key, primaryKey: after.primaryKey });
      }
    });
  }
}
