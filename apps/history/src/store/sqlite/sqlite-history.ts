import type { HistoryReader, HistoryWriter } from '../port';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
import { SqliteDatabase } from './sqlite-database';

const WRITER_CACHE_MIB = 64;
const READER_CACHE_MIB = 16;

/** The writer of a history in a file, which is created when it is missing. */
export const openSqliteWriter = (file: string): HistoryWriter =>
  new SqlHistoryWriter(new SqliteDatabase(file, { isReadOnly: false, cacheMiB: WRITER_CACHE_MIB }));

/** A reader of a file that a writer has opened before. */
export const openSqliteReader = (file: string): HistoryReader =>
  new SqlHistoryReader(new SqliteDatabase(file, { isReadOnly: true, cacheMiB: READER_CACHE_MIB }));
