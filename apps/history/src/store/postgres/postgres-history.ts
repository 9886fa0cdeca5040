import type { HistoryReader, HistoryWriter } from '../port';
import type { Preparation } from '../sql/migrations';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
import type { DatabaseLimits } from './database-limits';
import { PostgresDatabase } from './postgres-database';

const READER_CONNECTIONS = 8;

/** The writer of a history in a PostgreSQL database. Its `open` creates missing tables: the server may be away now. */
export async function openPostgresWriter(
  url: string,
  limits?: DatabaseLimits,
  preparation: Preparation = {},
): Promise<HistoryWriter> {
  const database = await PostgresDatabase.at(url, { isWriter: true, limits, ...preparation });
  return new SqlHistoryWriter(database, () => database.prepare(), preparation.trades);
}

/** A reader of a database whose tables a writer has made. */
export const openPostgresReader = async (url: string, limits?: DatabaseLimits): Promise<HistoryReader> =>
  new SqlHistoryReader(await PostgresDatabase.at(url, { connections: READER_CONNECTIONS, limits }));
