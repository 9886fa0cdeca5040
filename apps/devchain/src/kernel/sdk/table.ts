import type { Struct } from './abi/containers';

/**
 * Kinds of secondary index. Keys of every kind are bigints whose order is the order of the index. Of a shorter hash,
 * the 256 bits of its index are the hash, filled up with zeros at the end.
 */
export type IndexKind = 'i64' | 'i128' | 'i256' | 'float64' | 'float128' | 'sha256';

/** A secondary index. */
export interface IndexDefinition<R> {
  readonly name: string;
  readonly kind: IndexKind;
  /** Key of a row: a bigint in the order of the index, see index-keys.ts. */
  readonly key: (row: R) => bigint;
}

/** A table of a contract. The ABI, the stored bytes and the keys follow from it. */
export interface TableDefinition<R> {
  readonly name: string;
  readonly row: Struct<R>;
  readonly primaryKey: (row: R) => bigint;
  /** Clients number them from 2 on. */
  readonly indexes: readonly IndexDefinition<R>[];
}

/** The rows of a table: `RowOf<typeof loansTable>`. */
export type RowOf<T> = T extends TableDefinition<infer R> ? R : never;

/** Maximum number of secondary indexes: the number of an index takes four bits of the table name. */
const MAX_INDEXES = 16;

/** Declares a table. Its name has at most 12 characters: the 13th holds the number of an index. */
export function table<R>(definition: {
  name: string;
  row: Struct<R>;
  primaryKey: (row: R) => bigint;
  indexes?: readonly IndexDefinition<R>[];
}): TableDefinition<R> {
  const { name, indexes = [] } = definition;
  if (name.length > 12) throw new RangeError(`table ${name}: the name has more than 12 characters`);
  if (indexes.length > MAX_INDEXES)
    throw new RangeError(`table ${name} has more than ${String(MAX_INDEXES)} indexes`);
  return { ...definition, indexes };
}
