import { foundColumns, insertInto, onConflict } from '../sql/table-statements';
import type { Table } from '../sql/table';
import type { SqlSession } from '../sql/session';
import type { SqlRow, SqlValue } from '../sql/values';
import { binaryArray, SQL_TYPE } from './binary-arrays';
import { statementOf } from './statements';
import type { TimedConnection } from './timed-connection';

type Rows = readonly (readonly SqlValue[])[];

/** Rows of one statement: bounds the memory of its arrays. */
const MAX_ROWS = 20_000;

/** Statements on one connection. Rows are sent as one binary array for each column. */
export class PostgresSession implements SqlSession {
  readonly bytesType = SQL_TYPE.bytes;

  constructor(private readonly connection: TimedConnection) {}

  async all(sql: string, params: readonly SqlValue[] = []): Promise<SqlRow[]> {
    const { name, text } = statementOf(sql);
    const { rows } = await this.connection.query<SqlRow>({ name, text, values: [...params] });
    return rows;
  }

  async tuples(sql: string, params: readonly SqlValue[] = []): Promise<SqlValue[][]> {
    const { name, text } = statementOf(sql);
    const { rows } = await this.connection.arrays<SqlValue>({
      name,
      text,
      values: [...params],
    });
    return rows;
  }

  async hasIndex(name: string): Promise<boolean> {
    const [index] = await this.all(
      `SELECT CAST(indisvalid AS integer) AS valid FROM pg_index WHERE indexrelid = to_regclass('${name}')`,
    );
    return index?.valid === 1;
  }

  async run(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    await this.all(sql, params);
  }

  insert(table: Table, rows: Rows): Promise<void> {
    return this.#runWithArrays(insertInto(table, selectArrays(table)), table, rows);
  }

  upsert(table: Table, rows: Rows): Promise<void> {
    const sql = `${insertInto(table, selectArrays(table))} ${onConflict(table)}`;
    return this.#runWithArrays(sql, table, rows);
  }

  remove(table: Table, keys: Rows): Promise<void> {
    const sql = `DELETE FROM ${table.name} t USING ${keyArrays(table)} WHERE ${sameKey(table)}`;
    return this.#runWithArrays(sql, keysOf(table), keys);
  }

  async find(table: Table, keys: Rows): Promise<SqlValue[][]> {
    const sql = `SELECT ${foundColumns(table, this.bytesType)} FROM ${table.name} t JOIN ${keyArrays(table)} USING (${keysOf(table).columns.join(', ')})`;
    const rows = await this.all(sql, arraysOf(keysOf(table), keys));
    return rows.map((row) => Object.values(row));
  }

  async #runWithArrays(sql: string, table: ArrayColumns, rows: Rows): Promise<void> {
    for (let start = 0; start < rows.length; start += MAX_ROWS)
      await this.run(sql, arraysOf(table, rows.slice(start, start + MAX_ROWS)));
  }
}

type ArrayColumns = Pick<Table, 'columns' | 'types'>;

const keysOf = ({ columns, types, keyLength }: Table): ArrayColumns => ({
  columns: columns.slice(0, keyLength),
  types: types.slice(0, keyLength),
});

const arraysOf = ({ types }: ArrayColumns, rows: Rows): Buffer[] =>
  types.map((type, column) =>
    binaryArray(
      type,
      rows.map((row) => row[column] ?? null),
    ),
  );

const unnest = ({ types }: ArrayColumns): string =>
  `unnest(${types.map((type) => `?::${SQL_TYPE[type]}[]`).join(', ')})`;

const selectArrays = (table: Table): string => `SELECT * FROM ${unnest(table)}`;

const keyArrays = (table: Table): string => {
  const keys = keysOf(table);
  return `${unnest(keys)} AS wanted (${keys.columns.join(', ')})`;
};

const sameKey = (table: Table): string =>
  keysOf(table)
    .columns.map((column) => `t.${column} = wanted.${column}`)
    .join(' AND ');
