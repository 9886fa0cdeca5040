import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

const FIXTURES = path.resolve(__dirname, '../../fixtures');

/** Versions of which test/fixtures has a store. */
export type StoredVersion = 5 | 6 | 7 | 8 | 9 | 10 | 11;

type Value = string | number | { readonly hex: string };
type Rows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

const valueOf = (value: Value): number | bigint | Uint8Array =>
  typeof value === 'string'
    ? BigInt(value)
    : typeof value === 'number'
      ? value
      : Uint8Array.from(Buffer.from(value.hex, 'hex'));

/** Runs statements on the store at a location: a URL of PostgreSQL, or a file of SQLite. */
export async function runOnStore(
  location: string,
  statements: readonly (readonly [sql: string, values: readonly (number | bigint | Uint8Array)[]])[],
): Promise<void> {
  if (location.startsWith('postgres')) {
    const client = new Client({ connectionString: location });
    await client.connect();
    for (const [sql, values] of statements)
      await client.query(
        sql,
        values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
      );
    await client.end();
    return;
  }
  const database = new DatabaseSync(location);
  // Each statement by itself would wait for the disk.
  database.exec('BEGIN');
  for (const [sql, values] of statements) database.prepare(sql.replace(/\$\d+/g, '?')).run(...values);
  database.exec('COMMIT');
  database.close();
}

/** Makes the store that an earlier version wrote: its own statements for the tables, and its rows. */
export async function makeStoreOfVersion(version: StoredVersion, location: string): Promise<void> {
  const read = (file: string): string =>
    readFileSync(path.join(FIXTURES, `store-${String(version)}`, file), 'utf8');
  const ddl = read(location.startsWith('postgres') ? 'postgres.sql' : 'sqlite.sql');
  const rows = JSON.parse(read('rows.json')) as Rows;
  await runOnStore(location, [
    ...ddl
      .split(';\n')
      .filter((sql) => sql !== '')
      .map((sql) => [sql, []] as const),
    ...Object.entries(rows).flatMap(([table, entries]) =>
      entries.map((row) => {
        const columns = Object.keys(row);
        const places = columns.map((_, index) => `$${String(index + 1)}`);
        const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`;
        return [sql, Object.values(row).map(valueOf)] as const;
      }),
    ),
  ]);
}
