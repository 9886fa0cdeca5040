import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { openPostgresReader } from '../../../apps/history/src/store/postgres/postgres-history';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteReader } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { useStoreLocations } from '../../harness/history/store-locations';
import { CrashingDatabase } from './crashing-database';
import { emptyDatabase } from './empty-database';

/** Of trades that random blocks have: any text but the empty one. */
export const TRADE_LAYOUT = 'random';

/** A store under test. */
export interface TestStore {
  readonly name: string;
  writer: HistoryWriter;
  reader: HistoryReader;
  /** Breaks transactions of the writer off; undefined for the model. */
  crashes?: CrashingDatabase;
  /** Closes both, and opens them again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

type Opened = Pick<TestStore, 'writer' | 'reader' | 'crashes'>;

export const memoryStore = (): Promise<TestStore> =>
  storeOf('memory', () => {
    const writer = new MemoryHistory();
    return Promise.resolve({ writer, reader: new MemoryReader(writer) });
  });

export const sqliteStore = (file: string): Promise<TestStore> =>
  storeOf('SQLite', () => {
    const database = new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 });
    return Promise.resolve({ ...writerOf(database), reader: openSqliteReader(file) });
  });

export const postgresStore = (url: string): Promise<TestStore> =>
  storeOf('PostgreSQL', async () => {
    const database = await PostgresDatabase.at(url, { isWriter: true });
    await database.prepare();
    return { ...writerOf(database), reader: await openPostgresReader(url) };
  });

/**
 * The model and a store of each database: a name, and a function that makes an empty store with this name. Those of
 * PostgreSQL use one database one after the other.
 */
export function useStores(): [kind: string, create: (name: string) => Promise<TestStore>][] {
  const [[, fileOf], [, databaseOf]] = useStoreLocations();
  let url: string | undefined;
  return [
    ['memory', memoryStore],
    ['SQLite', async (name) => sqliteStore(await fileOf(name))],
    [
      'PostgreSQL',
      async (name) => {
        if (url === undefined) url = await databaseOf(name);
        else await emptyDatabase(url);
        return postgresStore(url);
      },
    ],
  ];
}

function writerOf(database: SqlDatabase): Pick<TestStore, 'writer' | 'crashes'> {
  const crashes = new CrashingDatabase(database);
  return { writer: new SqlHistoryWriter(crashes, undefined, TRADE_LAYOUT), crashes };
}

export async function storeOf(name: string, open: () => Promise<Opened>): Promise<TestStore> {
  const store: TestStore = {
    name,
    ...(await open()),
    reopen: async () => {
      await store.close();
      Object.assign(store, await open());
    },
    close: async () => {
      await store.reader.close();
      await store.writer.close();
    },
  };
  return store;
}
