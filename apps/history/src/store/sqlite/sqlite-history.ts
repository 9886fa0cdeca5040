import type { ColdTier } from '../cold/cold-tier';
import type { HistoryReader, HistoryWriter } from '../port';
import type { Preparation } from '../sql/migrations';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
import type { MovesOf } from '../sql/tiers/cold-mover';
import { withTier } from '../sql/tiers/tiered-database';
import { SqliteDatabase } from './sqlite-database';
import { SqliteReaders } from './sqlite-readers';

const DEFAULT_CACHE_MIB = 64;
/** The part of the writer's cache that a reader has: its pages are in the system's cache too. */
const READER_PART = 1 / 4;

/**
 * The writer of a history in a file, which is created when it is missing. Its `open` brings an older one to this version.
 * @param cacheMiB memory of its page cache, at most
 */
export function openSqliteWriter(
  file: string,
  cacheMiB = DEFAULT_CACHE_MIB,
  preparation: Preparation = {},
  movesOf?: MovesOf,
): HistoryWriter {
  const database = new SqliteDatabase(file, { isReadOnly: false, cacheMiB });
  const prepare = async (): Promise<void> => database.prepareTables(preparation);
  return new SqlHistoryWriter(database, prepare, preparation.trades, movesOf?.(database));
}

/**
 * A reader of a file that a writer has opened before.
 * @param cacheMiB page cache of the writer, of which a reader has a quarter
 */
export const openSqliteReader = (
  file: string,
  cacheMiB = DEFAULT_CACHE_MIB,
  tier?: ColdTier,
): HistoryReader => new SqlHistoryReader(withTier(new SqliteReaders(file, cacheMiB * READER_PART), tier));
