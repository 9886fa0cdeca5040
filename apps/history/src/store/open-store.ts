import type { HistoryReader, HistoryWriter } from './port';
import { type DatabaseLimits, DEFAULT_DATABASE_LIMITS } from './postgres/database-limits';
import { PostgresTail } from './postgres/postgres-tail';
import { openPostgresReader, openPostgresWriter } from './postgres/postgres-history';
import { POSTGRES_PROTOCOLS } from './postgres/protocols';
import { openColdTier } from './cold/open-cold-tier';
import type { Preparation } from './sql/migrations';
import { type ColdLimits, ColdMover, type MovesOf } from './sql/tiers/cold-mover';
import type { StoreTail } from './store-tail';
import { openSqliteReader, openSqliteWriter } from './sqlite/sqlite-history';

/** Where a history is: the URL of a PostgreSQL database, or the path of a SQLite file. */
export type StoreLocation = string;

/** Limits of a store, by its kind. */
export interface StoreLimits {
  /** Of the connections to PostgreSQL. */
  readonly database?: DatabaseLimits;
  /** MiB of the page cache of the writer of a SQLite file; a reader has a quarter of it. */
  readonly sqliteCacheMiB?: number;
}

/** The cold tier of a store that is written. */
export interface ColdSettings extends ColdLimits {
  /** Of a ClickHouse database. */
  readonly url: string;
}

/** How a writer prepares its store. */
export interface WriterOptions extends Preparation {
  /** Undefined: the store has one tier. */
  readonly cold?: ColdSettings | undefined;
}

/** Whether several processes can use a store. */
export const isShared = (location: StoreLocation): boolean => isPostgres(location);

const isPostgres = (location: StoreLocation): boolean =>
  POSTGRES_PROTOCOLS.some((protocol) => location.startsWith(`${protocol}//`));

/** The commits of the process that writes a PostgreSQL database. */
export const openStoreTail = (
  location: StoreLocation,
  { database = DEFAULT_DATABASE_LIMITS }: StoreLimits = {},
): Promise<StoreTail> => PostgresTail.at(location, database);

/** The writer of a history; creates a missing file. Its `open` prepares the store. */
export async function openHistoryWriter(
  location: StoreLocation,
  { database, sqliteCacheMiB }: StoreLimits = {},
  { cold, ...preparation }: WriterOptions = {},
): Promise<HistoryWriter> {
  const tier = openColdTier(cold?.url);
  const movesOf: MovesOf | undefined =
    tier === undefined || cold === undefined ? undefined : (hot) => new ColdMover(hot, tier, cold);
  return isPostgres(location)
    ? openPostgresWriter(location, database, preparation, movesOf)
    : openSqliteWriter(location, sqliteCacheMiB, preparation, movesOf);
}

/**
 * A reader of a history that a writer has opened before.
 * @param coldUrl of the ClickHouse database with its old actions; undefined: the store has one tier
 */
export async function openHistoryReader(
  location: StoreLocation,
  { database, sqliteCacheMiB }: StoreLimits = {},
  coldUrl?: string,
): Promise<HistoryReader> {
  const tier = openColdTier(coldUrl);
  return isPostgres(location)
    ? openPostgresReader(location, database, tier)
    : openSqliteReader(location, sqliteCacheMiB, tier);
}
