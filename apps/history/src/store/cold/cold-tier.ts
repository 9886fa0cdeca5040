import type { SqlValue } from '../sql/values';

/** Tables whose rows move, by their names in both tiers. */
export const COLD_TABLES = ['action', 'action_account', 'action_field'] as const;
export type ColdTable = (typeof COLD_TABLES)[number];

/** Rows by table: values in the order of the columns of COLD_COLUMNS. */
export type ColdRows = Readonly<Record<ColdTable, readonly (readonly SqlValue[])[]>>;

export const COLD_COLUMNS: Readonly<Record<ColdTable, readonly string[]>> = {
  action: ['seq', 'trx', 'type', 'payload'],
  action_account: ['account', 'seq', 'type'],
  action_field: ['field', 'value', 'seq'],
};

/** Equal for equal rows in any order. */
export interface RowSum {
  readonly count: number;
  /** Sum of the digests of the rows, modulo 2^64. */
  readonly digest: bigint;
}
export type ColdSums = Readonly<Record<ColdTable, RowSum>>;

/**
 * A database for closed ranges of irreversible blocks. A range has the number of its first block, and is replaced whole.
 * All calls may be repeated. They throw StoreUnavailableError when the database is away or refuses a statement.
 */
export interface ColdTier {
  /** Creates missing tables. */
  prepare(): Promise<void>;
  /** Id of the store whose ranges it holds; undefined: it belongs to none. Throws ColdTierError when it has several. */
  owner(): Promise<string | undefined>;
  /** Rows of all tables by range, of those that have some. */
  entries(): Promise<ReadonlyMap<number, number>>;
  claim(owner: string): Promise<void>;
  /** Adds rows to a range that readers do not see. */
  stage(range: number, rows: ColdRows): Promise<void>;
  clearStage(): Promise<void>;
  stagedSums(range: number): Promise<ColdSums>;
  /** Replaces a range by the staged rows of it. */
  replace(range: number): Promise<void>;
  /** Removes all ranges from a block on but one: they belong to an earlier state of the store. */
  removeFrom(first: number, except: number): Promise<void>;
  sums(range: number): Promise<ColdSums>;
  /**
   * Rows of a statement; parameters are numbers.
   * @param isRare few rows match in each of many ranges
   */
  tuples(sql: string, params?: readonly SqlValue[], isRare?: boolean): Promise<SqlValue[][]>;
  /** Calls in flight fail. */
  close(): void;
}
