import type { IndexKind } from '../sdk/table';
import type { KeyRange } from '../sdk/table-handle';

export interface RowView {
  readonly primaryKey: bigint;
  readonly payer: string;
  /** ABI-encoded; do not modify. */
  readonly value: Uint8Array;
}

export interface IndexEntryView {
  readonly key: bigint;
  readonly row: RowView;
}

export interface IndexView {
  readonly kind: IndexKind;
  /** Ordered by (key, primary key). */
  entries(range?: KeyRange): Iterable<IndexEntryView>;
}

/** Read access to the rows of one (code, scope, table). Do not hold an iteration across a write. */
export interface TableView {
  readonly count: number;
  find(primaryKey: bigint): RowView | undefined;
  rows(range?: KeyRange): Iterable<RowView>;
  /** Secondary index by number: the first is 0, which clients call position 2. */
  index(number: number): IndexView | undefined;
}
