import type { SqlValue } from '../sql/values';

/** Tables of the cold tier. */
export const COLD_TABLES = [
  ...(['action', 'action_account', 'action_field', 'trx', 'trx_id'] as const),
  ...(['delta', 'delta_row', 'delta_scope', 'delta_payer', 'delta_removed'] as const),
] as const;
export type ColdTable = (typeof COLD_TABLES)[number];

/** Columns of its tables, besides the range of a row. */
export const COLD_COLUMNS: Readonly<Record<ColdTable, readonly string[]>> = {
  action: ['seq', 'trx', 'type', 'payload'],
  action_account: ['account', 'seq', 'type'],
  action_field: ['field', 'value', 'seq'],
  trx: ['seq', 'id', 'first_seq', 'last_seq', 'status', 'cpu', 'net', 'header', 'signatures'],
  /** The store has an index of transactions by their ids instead. */
  trx_id: ['id_prefix', 'seq'],
  delta: ['seq', 'tbl', 'scope', 'pk', 'payer', 'present', 'value'],
  /** The next ones are in the place of the indexes of the store. */
  delta_row: ['pk', 'tbl', 'scope', 'seq'],
  delta_scope: ['tbl', 'scope', 'seq'],
  delta_payer: ['payer', 'seq'],
  delta_removed: ['tbl', 'scope', 'pk', 'seq'],
};

/** Rows of the tables that move together: values in the order of the columns. */
export type ColdRows = Readonly<Partial<Record<ColdTable, readonly (readonly SqlValue[])[]>>>;

/** Equal for equal rows in any order. */
export interface RowSum {
  readonly count: number;
  /** Sum of the digests of the rows, modulo 2^64. */
  readonly digest: bigint;
}
/** Of the tables that move together. */
export type ColdSums = ReadonlyMap<ColdTable, RowSum>;

/** Rows that a database must have: those that were moved into it, and are gone from the store. */
export interface KeptRows {
  /** Id of the store. */
  readonly owner: string;
  /** Rows that tables which move together have in the ranges below a block. */
  readonly ranges: readonly {
    readonly tables: readonly ColdTable[];
    readonly below: number;
    readonly count: number;
  }[];
}

/**
 * A database for closed ranges of irreversible blocks. A range has the number of its first block, and is replaced whole
 * in the tables that move together. All calls may be repeated. They throw StoreUnavailableError when the database is away
 * or refuses a statement.
 */
export interface ColdTier {
  /** Creates missing tables. */
  prepare(): Promise<void>;
  /** Id of the store whose ranges it holds; undefined: it belongs to none. Throws ColdTierError when it has several. */
  owner(): Promise<string | undefined>;
  /** Rows of the tables by range, of those that have some. */
  entries(tables: readonly ColdTable[]): Promise<ReadonlyMap<number, number>>;
  claim(owner: string): Promise<void>;
  /** Adds rows to a range that readers do not see. */
  stage(range: number, rows: ColdRows): Promise<void>;
  clearStage(tables: readonly ColdTable[]): Promise<void>;
  stagedSums(tables: readonly ColdTable[], range: number): Promise<ColdSums>;
  /** Replaces a range by the staged rows of it. */
  replace(tables: readonly ColdTable[], range: number): Promise<void>;
  /** Removes all ranges from a block on but one: they belong to an earlier state of the store. */
  removeFrom(tables: readonly ColdTable[], first: number, except: number): Promise<void>;
  sums(tables: readonly ColdTable[], range: number): Promise<ColdSums>;
  /**
   * Rows of a statement; parameters are numbers.
   * @param isRare few rows match in each of many ranges
   * @param kept a replica that has not got all of these rows is not asked; one database alone has them
   */
  tuples(
    sql: string,
    params: readonly SqlValue[],
    isRare: boolean,
    kept: () => Promise<KeptRows>,
  ): Promise<SqlValue[][]>;
  /** Calls in flight fail. */
  close(): void;
}
