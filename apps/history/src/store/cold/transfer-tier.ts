import type { SqlValue } from '../sql/values';
import type { RowSum } from './cold-tier';

/** Columns of a decoded transfer, in the order of its values. */
export const TRANSFER_COLUMNS = [
  'block',
  'time',
  'transaction_id',
  'global_sequence',
  'contract',
  'from_account',
  'to_account',
  'amount',
  'precision',
  'symbol',
  'memo',
] as const;
/** Texts are bytes. */
export type TransferValues = readonly SqlValue[];

/** A range of blocks whose transfers SQL sees. */
export interface TransferRange {
  readonly first: number;
  readonly last: number;
  /** Of the rows of the cold tier that they were made of. */
  readonly source: RowSum;
}

/**
 * Decoded transfers of the ranges of a cold tier, for SQL. Those of a range are replaced whole. All calls may be repeated.
 * They throw StoreUnavailableError when the database is away or refuses a statement.
 */
export interface TransferTier {
  /** Creates missing tables. */
  prepare(): Promise<void>;
  /** Ranges that are complete: their rows are as many as were made. */
  ranges(): Promise<TransferRange[]>;
  /** Removes all ranges but those that begin at these blocks. Tables may be missing. */
  keepOnly(firsts: readonly number[]): Promise<void>;
  clearStage(): Promise<void>;
  stage(first: number, rows: readonly TransferValues[]): Promise<void>;
  /** Replaces the transfers of a range by the staged ones, which have this sum, and marks it. Throws ColdTierError. */
  replace(range: TransferRange, staged: RowSum): Promise<void>;
  close(): void;
}
