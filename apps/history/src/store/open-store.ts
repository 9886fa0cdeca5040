import type { HistoryReader, HistoryWriter } from './port';
import { openPostgresReader, openPostgresWriter } from './postgres/postgres-history';
import { openSqliteReader, openSqliteWriter } from './sqlite/sqlite-history';

/** Where a history is: the URL of a PostgreSQL database, or the path of a SQLite file. */
export type StoreLocation = string;

export const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'] as const;

const isPostgres = (location: StoreLocation): boolean =>
  POSTGRES_PROTOCOLS.some((protocol) => location.startsWith(`${protocol}//`));

/** The writer of a history; creates a missing file or missing tables. */
export async function openHistoryWriter(location: StoreLocation): Promise<HistoryWriter> {
  return isPostgres(location) ? openPostgresWriter(location) : openSqliteWriter(location);
}

/** A reader of a history that a writer has opened before. */
export async function openHistoryReader(location: StoreLocation): Promise<HistoryReader> {
  return isPostgres(location) ? openPostgresReader(location) : openSqliteReader(location);
}
