import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../process/postgres';

/** A kind of store, and a function that returns the file or URL of a new one with this name. */
export type StoreLocation = [kind: string, locate: (name: string) => Promise<string>];

/** A folder for stores of SQLite and a PostgreSQL server, from the start of the specs of a file to their end. */
export function useStoreLocations(): StoreLocation[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-stores-'));
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });
  return [
    ['SQLite', async (name) => path.join(folder, `${name}.db`)],
    ['PostgreSQL', (name) => postgres.createDatabase(name)],
  ];
}
