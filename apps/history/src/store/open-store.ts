import type { HistoryReader, HistoryWriter } from './port';
import { type DatabaseLimits, DEFAULT_DATABASE_LIMITS } from './postgres/database-limits';
import { PostgresTail } from './postgres/postgres-tail';
import { openPostgresReader, openPostgresWriter } from './postgres/postgres-history';
import { POSTGRES_PROTOCOLS } from './postgres/protocols';
import type { StoreTail } from './store-tail';
import { openSqliteReader, openSqliteWriter } from './sqlite/sqlite-history';

/** Where a history is: the URL of a PostgreSQL database, or the path of a SQLite file. */
export type StoreLocation = string;

/** Whether several processes can use a store. */
export const isShared = (location: StoreLocation): boolean => isPostgres(location);

const isPostgres = (location: StoreLocation): boolean =>
  POSTGRES_PROTOCOLS.some((protocol) => location.startsWith(`${protocol}//`));

/** The commits of the process that writes a PostgreSQL database. */
export const openStoreTail = (
  location: StoreLocation,
  limits: DatabaseLimits = DEFAULT_DATABASE_LIMITS,
): Promise<StoreTail> => PostgresTail.at(location, limits);

/**
 * The writer of a history; creates a missing file. The limits are those of PostgreSQL, the page cache that of SQLite.
 */
export async function openHistoryWriter(
  location: StoreLocation,
  limits?: DatabaseLimits,
  sqliteCacheMiB?: number,
): Promise<HistoryWriter> {
  return isPostgres(location)
    ? openPostgresWriter(location, limits)
    : openSqliteWriter(location, sqliteCacheMiB);
}

/**
 * A reader of a history that a writer has opened before. The limits are those of PostgreSQL, the page cache that of
 * SQLite.
 */
export async function openHistoryReader(
  location: StoreLocation,
  limits?: DatabaseLimits,
  sqliteCacheMiB?: number,
): Promise<HistoryReader> {
  return isPostgres(location)
    ? openPostgresReader(location, limits)
    : openSqliteReader(location, sqliteCacheMiB);
}
