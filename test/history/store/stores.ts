import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import {
  openPostgresReader,
  openPostgresWriter,
} from '../../../apps/history/src/store/postgres/postgres-history';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';

/** A store under test. */
export interface TestStore {
  readonly name: string;
  writer: HistoryWriter;
  reader: HistoryReader;
  /** Closes both, and opens them again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

interface Opened {
  readonly writer: HistoryWriter;
  readonly reader: HistoryReader;
}

export const memoryStore = (): Promise<TestStore> =>
  storeOf('memory', () => {
    const writer = new MemoryHistory();
    return Promise.resolve({ writer, reader: new MemoryReader(writer) });
  });

export const sqliteStore = (file: string): Promise<TestStore> =>
  storeOf('SQLite', async () => {
    const writer = openSqliteWriter(file);
    return { writer, reader: openSqliteReader(file) };
  });

export const postgresStore = (url: string): Promise<TestStore> =>
  storeOf('PostgreSQL', async () => ({
    writer: await openPostgresWriter(url),
    reader: await openPostgresReader(url),
  }));

async function storeOf(name: string, open: () => Promise<Opened>): Promise<TestStore> {
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
