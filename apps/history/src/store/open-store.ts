import type { HistoryReader, HistoryWriter } from './port';
import { PostgresTail } from './postgres/postgres-tail';
import { openPostgresReader, openPostgresWriter } from './postgres/postgres-history';
import type { StoreTail } from './store-tail';
import { openSqliteReader, openSqliteWriter } from './sqlite/sqlite-history';

/** Where a history is: the URL of a PostgreSQL database, or the path of a SQLite file. */
export type StoreLocation = string;

export const POSTGRES_PROTOCOLS = ['postgres:', 'postgresql:'] as const;

/** Whether several processes can use a store. */
export const isShared = (location: StoreLocation): boolean => isPostgres(location);

const isPostgres = (location: StoreLocation): boolean =>
  POSTGRES_PROTOCOLS.some((protocol) => location.startsWith(`${protocol}//`));

/** The steps of the process that writes a PostgreSQL database. */
export const openStoreTail = (location: StoreLocation): Promise<StoreTail> => PostgresTail.at(location);

/** The writer of a history; creates a missing file. */
export async function openHistoryWriter(location: StoreLocation): Promise<HistoryWriter> {
  return isPostgres(location) ? openPostgresWriter(location) : openSqliteWriter(location);
}

/** A reader of a history that a writer has opened before. */
export async function openHistoryReader(location: StoreLocation): Promise<HistoryReader> {
  return isPostgres(location) ? openPostgresReader(location) : openSqliteReader(location);
}
