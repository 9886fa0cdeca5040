import type { HistoryReader, HistoryWriter } from '../port';
import type { Preparation } from '../sql/migrations';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
import { MAX_SEARCHES } from '../sql/search-lane';
import { type DatabaseLimits, DEFAULT_DATABASE_LIMITS } from './database-limits';
import { PostgresDatabase } from './postgres-database';

/** Of one reader, for pages. Searches have their own: a page never waits until one of them ends. */
const PAGE_CONNECTIONS = 8;

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
export async function openPostgresReader(
  url: string,
  limits: DatabaseLimits = DEFAULT_DATABASE_LIMITS,
): Promise<HistoryReader> {
  const ofPages = { ...limits, readMs: Math.min(limits.pageMs, limits.readMs) };
  return new SqlHistoryReader(
    await PostgresDatabase.at(url, { connections: PAGE_CONNECTIONS, limits: ofPages }),
    { searches: await PostgresDatabase.at(url, { connections: MAX_SEARCHES, limits }) },
  );
}
