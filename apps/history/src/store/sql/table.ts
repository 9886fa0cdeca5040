/** `int` has at most 31 bits, `long` 64. */
export type ColumnType = 'int' | 'long' | 'bytes' | 'double';

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly ColumnType[];
  /** Number of columns of the primary key: the first ones. */
  readonly keyLength: number;
  /** The rows are stored in the order of the key, without a row id of their own (SQLite). */
  readonly isClustered: boolean;
  /** Columns of further indexes; `unique` ones begin with `!`, those of some rows end with a condition. */
  readonly indexes: readonly string[];
  /** Bytes that never change: a row that is found has none, and one that replaces another keeps them. */
  readonly constant: string | undefined;
}

/** A table whose rows are stored in the order of their key when that has several columns. */
export function table(
  name: string,
  keys: Record<string, ColumnType>,
  values: Record<string, ColumnType>,
  indexes: readonly string[] = [],
  constant?: string,
): Table {
  const all = { ...keys, ...values };
  const keyLength = Object.keys(keys).length;
  return {
    name,
    columns: Object.keys(all),
    types: Object.values(all),
    keyLength,
    isClustered: keyLength > 1,
    indexes,
    constant,
  };
}
