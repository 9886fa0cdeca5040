import type { ColdTier } from '../cold/cold-tier';
import type { HistoryReader, HistoryWriter } from '../port';
import type { Preparation } from '../sql/migrations';
import { SqlHistoryReader } from '../sql/sql-reader';
import { SqlHistoryWriter } from '../sql/sql-writer';
import type { MovesOf } from '../sql/tiers/cold-mover';
import { withTier } from '../sql/tiers/tiered-database';
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
  movesOf?: MovesOf,
): Promise<HistoryWriter> {
  const database = await PostgresDatabase.at(url, { isWriter: true, limits, ...preparation });
  const prepare = (): Promise<void> => database.prepare();
  return new SqlHistoryWriter(database, prepare, preparation.trades, movesOf?.(database));
}

/** A reader of a database whose tables a writer has made. */
export async function openPostgresReader(
  url: string,
  limits: DatabaseLimits = DEFAULT_DATABASE_LIMITS,
  tier?: ColdTier,
): Promise<HistoryReader> {
  const ofPages = { ...limits, readMs: Math.min(limits.pageMs, limits.readMs) };
  const pages = await PostgresDatabase.at(url, { connections: PAGE_CONNECTIONS, limits: ofPages });
  const searches = await PostgresDatabase.at(url, { connections: MAX_SEARCHES, limits });
  return new SqlHistoryReader(withTier(pages, tier), { searches: withTier(searches, tier) });
}
