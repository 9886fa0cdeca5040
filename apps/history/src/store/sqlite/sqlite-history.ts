import type { HistoryReader, HistoryWriter } from '../port';
import type { Preparation } from '../sql/migrations';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
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
): HistoryWriter {
  const database = new SqliteDatabase(file, { isReadOnly: false, cacheMiB });
  return new SqlHistoryWriter(database, async () => database.prepareTables(preparation), preparation.trades);
}

/**
 * A reader of a file that a writer has opened before.
 * @param cacheMiB page cache of the writer, of which a reader has a quarter
 */
export const openSqliteReader = (file: string, cacheMiB = DEFAULT_CACHE_MIB): HistoryReader =>
  new SqlHistoryReader(new SqliteReaders(file, cacheMiB * READER_PART));
