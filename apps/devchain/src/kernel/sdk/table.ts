import type { Struct } from './abi/containers';

/**
 * Kinds of secondary index. Keys of every kind are bigints whose order is the order of the index. Of a shorter hash,
 * the 256 bits of its index are the hash, filled up with zeros at the end.
 */
export type IndexKind = 'i64' | 'i128' | 'i256' | 'float64' | 'float128' | 'sha256';

/** Another order of a table's rows. */
export interface IndexDefinition<R> {
  readonly name: string;
  readonly kind: IndexKind;
  /** Key of a row: a bigint in the order of the index, see store/index-keys. */
  readonly key: (row: R) => bigint;
}

/** A table of a contract, said once: the ABI, the stored bytes and the keys follow from it. */
export interface TableDefinition<R> {
  readonly name: string;
  readonly row: Struct<R>;
  readonly primaryKey: (row: R) => bigint;
  /** Clients number them from 2 on. */
  readonly indexes: readonly IndexDefinition<R>[];
}

/** The rows of a table: `RowOf<typeof loansTable>`. */
export type RowOf<T> = T extends TableDefinition<infer R> ? R : never;

/** Most secondary indexes a table may have: their number is kept in four bits of the table name. */
const MAX_INDEXES = 16;

/** Declares a table. Its name may have 12 characters, for the 13th is where the number of an index goes. */
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
