import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedPostgres } from '../process/postgres';
import { unhurriedSearches } from './unhurried-searches';

/** A kind of store, and a function that returns the file or URL of a new one with this name. */
export type StoreLocation = [kind: string, locate: (name: string) => Promise<string>];

/**
 * A folder for stores of SQLite until the end of the specs of a file, and databases of the shared PostgreSQL. Searches in
 * them are unhurried.
 */
export function useStoreLocations(): [StoreLocation, StoreLocation] {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-stores-'));
  beforeAll(unhurriedSearches);
  afterAll(() => rmSync(folder, { recursive: true }));
  return [
    ['SQLite', async (name) => path.join(folder, `${name}.db`)],
    ['PostgreSQL', async (name) => (await sharedPostgres()).createDatabase(name)],
  ];
}
