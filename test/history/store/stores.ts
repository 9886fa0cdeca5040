import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';

/** A store under test. */
export interface TestStore {
  readonly name: string;
  writer: HistoryWriter;
  reader: HistoryReader;
  /** Ends both without a word, and opens them again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export function sqliteStore(file: string): TestStore {
  const open = () => {
    const writer = openSqliteWriter(file);
    return { writer, reader: openSqliteReader(file) };
  };
  const store: TestStore = {
    name: 'SQLite',
    ...open(),
    reopen: async () => {
      await store.close();
      Object.assign(store, open());
    },
    close: async () => {
      await store.reader.close();
      await store.writer.close();
    },
  };
  return store;
}
