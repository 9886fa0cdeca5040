/** Both bounds are inclusive. */
export interface KeyRange {
  lower?: bigint;
  upper?: bigint;
  /** From the upper bound downwards. */
  reverse?: boolean;
}

/** The rows of one table in one scope. Rows are copies: change them by `modify`. */
export interface TableHandle<R> {
  find(primaryKey: bigint): R | undefined;

  has(primaryKey: bigint): boolean;

  /** Fails the transaction with the message when there is no such row. */
  get(primaryKey: bigint, message: string): R;

  /** In the order of the primary key. Rows may be written while it runs. */
  rows(range?: KeyRange): Iterable<R>;

  /** In the order of a secondary index, with the key of each row in it. */
  indexed(indexName: string, range?: KeyRange): Iterable<{ key: bigint; row: R }>;

  /** The first row at a key of a secondary index. */
  findBy(indexName: string, key: bigint): R | undefined;

  /** One above the highest primary key, 0 in an empty table. */
  nextKey(): bigint;

  /** Adds a row at the payer's expense. */
  emplace(payer: string, row: R): void;

  /** Changes members of an existing row. The payer stays the same unless one is given. */
  modify(row: R, changes: Partial<R>, payer?: string): R;

  erase(row: R): void;
}
