import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteDatabase } from './sqlite-database';

describe('the page cache of a SQLite file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sqlite-database-'));
  const file = path.join(folder, 'chain.sqlite');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('the page cache of a SQLite file has the size of the options, in a writer and in a reader', async () => {
    const cacheKiB = async (isReadOnly: boolean, cacheMiB: number): Promise<number> => {
      const database = new SqliteDatabase(file, { isReadOnly, cacheMiB });
      const [row] = await database.all('PRAGMA cache_size');
      await database.close();
      return -Number(row?.['cache_size']);
    };
    expect(await cacheKiB(false, 4)).toBe(4096);
    expect(await cacheKiB(true, 0.25)).toBe(256);
  });
});
