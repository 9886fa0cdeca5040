import { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { Client } from 'pg';
import { DICTIONARIES, FORK, INDEX_REPORT, TABLES } from '../../../apps/history/src/store/sql/schema';
import { runOnStore } from './stored-version';

type StoredValue = number | bigint | Uint8Array;
type StoredRow = Readonly<Record<string, StoredValue>>;

/** Tables of reports of the writer: they are no content. */
const NO_CONTENT = new Set([FORK, INDEX_REPORT]);

/** Runs a query on the store at a location: a URL of PostgreSQL, or a file of SQLite. */
export async function rowsOfStore(location: string, sql: string): Promise<StoredRow[]> {
  if (location.startsWith('postgres')) {
    const client = new Client({ connectionString: location });
    await client.connect();
    const { rows } = await client.query<StoredRow>(sql);
    await client.end();
    return rows;
  }
  const database = new DatabaseSync(location, { readOnly: true });
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  const rows = statement.all() as StoredRow[];
  database.close();
  return rows;
}

const textOf = (value: StoredValue): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);

/** The content of a journal: equal ones may have different bytes. */
const journalText = (value: StoredValue): string =>
  JSON.stringify(deserialize(value as Uint8Array), (_key, each: unknown) =>
    typeof each === 'bigint' || typeof each === 'number' ? String(each) : each,
  );

/** All rows of all tables of a store, in the order of their keys. */
export async function tablesOf(location: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of TABLES.filter((each) => !NO_CONTENT.has(each))) {
    const rows = await rowsOfStore(location, `SELECT ${table.columns.join(', ')} FROM ${table.name}`);
    tables[table.name] = rows
      .map((row) =>
        table.columns
          .map((column) => (column === 'changes' ? journalText(row[column]!) : textOf(row[column]!)))
          .join(' '),
      )
      .sort();
  }
  return tables;
}

/** Gives an empty store the numbers of names of another one: their rows can be compared then. */
export async function copyDictionaries(from: string, to: string): Promise<void> {
  for (const { name, columns } of DICTIONARIES) {
    const rows = await rowsOfStore(from, `SELECT ${columns.join(', ')} FROM ${name}`);
    const places = columns.map((_, index) => `$${String(index + 1)}`).join(', ');
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`;
    await runOnStore(
      to,
      rows.map((row) => [sql, columns.map((column) => row[column]!)] as const),
    );
  }
}
