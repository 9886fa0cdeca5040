import type { Table } from './table';
import type { SqlRow, SqlValue } from './values';

/** Rows that move into the cold tier together with their indexes. */
export type MovedKind = 'action' | 'trx' | 'delta';

/** Rows that another database has. */
export interface ColdPart {
  /** Rows of lower sequences are there, and no longer here; of no block more than its actions. */
  readonly below: Readonly<Record<MovedKind, bigint>>;
  /**
   * As `SqlSession.tuples`; parameters are numbers.
   * @param isRare few rows match in each of many ranges
   */
  tuples(sql: string, params?: readonly SqlValue[], isRare?: boolean): Promise<SqlValue[][]>;
}

/** Statements within one transaction. Placeholders are `?` in both databases. */
export interface SqlSession {
  /** Undefined: all rows are here. */
  readonly cold?: ColdPart | undefined;
  /** The type of bytes, as casts name it. */
  readonly bytesType: string;
  all(sql: string, params?: readonly SqlValue[]): Promise<SqlRow[]>;
  /** The values of each row by position, in the order of the columns: for large results, as no objects are made. */
  tuples(sql: string, params?: readonly SqlValue[]): Promise<SqlValue[][]>;
  /** Whether an index is complete. A store of an earlier release has it once its writer has built it. */
  hasIndex(name: string): Promise<boolean>;
  run(sql: string, params?: readonly SqlValue[]): Promise<void>;
  /** Rows have the order of the table's columns, keys that of its first ones. */
  insert(table: Table, rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Inserts, or replaces the rows with the same keys. */
  upsert(table: Table, rows: readonly (readonly SqlValue[])[]): Promise<void>;
  remove(table: Table, keys: readonly (readonly SqlValue[])[]): Promise<void>;
  /** The rows with these keys that exist, in any order. */
  find(table: Table, keys: readonly (readonly SqlValue[])[]): Promise<SqlValue[][]>;
}

export interface SqlDatabase {
  /** Commits what `work` did; rolls back when it throws. One at a time. */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** The same beside `transaction` where the database can; otherwise after it. */
  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  /** All statements of `work` see one committed state. */
  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
