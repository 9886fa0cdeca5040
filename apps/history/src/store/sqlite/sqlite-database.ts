import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { FILLED_SCHEDULES, lostProposals } from '../sql/lost-proposals';
import { type FoundStore, preparation, type Preparation, requireCurrent } from '../sql/migrations';
import { CURSOR } from '../sql/schema';
import type { Table } from '../sql/table';
import type { SqlDatabase, SqlSession } from '../sql/session';
import {
  createIndex,
  type Dialect,
  foundColumns,
  INDEXES,
  insertInto,
  onConflict,
} from '../sql/table-statements';
import type { SqlRow, SqlValue } from '../sql/values';

const DIALECT: Dialect = {
  types: { int: 'INTEGER', long: 'INTEGER', bytes: 'BLOB', double: 'REAL' },
  alignment: { int: 1, long: 1, double: 1, bytes: 1 },
  emptyBytes: "x''",
  clustered: ' WITHOUT ROWID',
};
/** Prepared statements kept; more are prepared again. */
const MAX_STATEMENTS = 300;

export interface SqliteOptions {
  readonly isReadOnly: boolean;
  /** Memory of the page cache. */
  readonly cacheMiB: number;
}

type Rows = readonly (readonly SqlValue[])[];

/** A SQLite file on the thread of the caller. One writer and any number of readers can have it open. */
export class SqliteDatabase implements SqlDatabase, SqlSession {
  readonly bytesType = DIALECT.types.bytes;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Those whose rows are lists of values. */
  readonly #tupleStatements = new Map<string, StatementSync>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string, options: SqliteOptions) {
    this.#database = new DatabaseSync(file, { readOnly: options.isReadOnly, timeout: 10_000 });
    this.#database.exec(`PRAGMA cache_size = ${-Math.round(1024 * options.cacheMiB)}`);
    if (options.isReadOnly) return;
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
    // Readers open the file next.
    const found = this.#found();
    if (found.version === undefined)
      for (const statements of preparation(found, DIALECT)) this.#execute(statements);
  }

  /**
   * Brings the tables of an earlier version to this one, and makes missing indexes; with `check` it changes nothing.
   * Throws StoreVersionError.
   */
  prepareTables({ schema = 'migrate', notice = () => undefined }: Preparation = {}): void {
    const found = this.#found();
    if (schema === 'check') return requireCurrent(found);
    for (const statements of preparation(found, DIALECT)) this.#execute(statements);
    const lost = lostProposals(found.version, this.#database.prepare(FILLED_SCHEDULES).get());
    if (lost !== undefined) notice(lost);
    const known = new Set(
      this.#database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'index'")
        .all()
        .map(({ name }) => name),
    );
    for (const index of INDEXES.filter(({ name }) => !known.has(name))) {
      notice(`the index ${index.name} is built: blocks wait until then`);
      this.#execute([createIndex(index)]);
    }
  }

  #found(): FoundStore {
    const columns = this.#database.prepare("SELECT name FROM pragma_table_info('cursor')").all();
    const [row] = columns.length === 0 ? [] : this.#database.prepare('SELECT schema FROM cursor').all();
    return {
      version: row === undefined ? undefined : Number(row.schema),
      hasTables: columns.length > 0,
      isCurrent: columns.length === CURSOR.columns.length,
    };
  }

  /** All of them, or none. */
  #execute(statements: readonly string[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const statement of statements) this.#database.exec(statement);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#alone('BEGIN IMMEDIATE', work);
  }

  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#alone('BEGIN', work);
  }

  async close(): Promise<void> {
    await this.#last.catch(() => undefined);
    if (this.#database.isOpen) this.#database.close();
  }

  async all(sql: string, params: readonly SqlValue[] = []): Promise<SqlRow[]> {
    return this.#statement(sql).all(...params) as SqlRow[];
  }

  async tuples(sql: string, params: readonly SqlValue[] = []): Promise<SqlValue[][]> {
    // The types of node:sqlite describe rows as objects only.
    return this.#tupleStatement(sql).all(...params) as unknown as SqlValue[][];
  }

  async hasIndex(name: string): Promise<boolean> {
    const sql = `SELECT 1 AS one FROM sqlite_schema WHERE type = 'index' AND name = '${name}'`;
    return (await this.all(sql)).length > 0;
  }

  async run(sql: string, params: readonly SqlValue[] = []): Promise<void> {
    this.#statement(sql).run(...params);
  }

  async insert(table: Table, rows: Rows): Promise<void> {
    this.#runEach(insertInto(table, valuesOf(table)), rows);
  }

  async upsert(table: Table, rows: Rows): Promise<void> {
    this.#runEach(`${insertInto(table, valuesOf(table))} ${onConflict(table)}`, rows);
  }

  async remove(table: Table, keys: Rows): Promise<void> {
    this.#runEach(`DELETE FROM ${table.name} WHERE ${keyCondition(table)}`, keys);
  }

  async find(table: Table, keys: Rows): Promise<SqlValue[][]> {
    const statement = this.#statement(
      `SELECT ${foundColumns(table, this.bytesType)} FROM ${table.name} WHERE ${keyCondition(table)}`,
    );
    return keys.flatMap((key) => {
      const row = statement.get(...key);
      return row === undefined ? [] : [Object.values(row) as SqlValue[]];
    });
  }

  #runEach(sql: string, rows: Rows): void {
    const statement = this.#statement(sql);
    for (const row of rows) statement.run(...row);
  }

  /** One transaction at a time: statements of two callers would be mixed otherwise. */
  #alone<T>(begin: string, work: (session: SqlSession) => Promise<T>): Promise<T> {
    const run = async () => {
      this.#database.exec(begin);
      try {
        const result = await work(this);
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    };
    const result = this.#last.then(run, run);
    this.#last = result;
    return result;
  }

  #statement(sql: string): StatementSync {
    return this.#statements.get(sql) ?? this.#prepare(sql, this.#statements);
  }

  #tupleStatement(sql: string): StatementSync {
    const kept = this.#tupleStatements.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#prepare(sql, this.#tupleStatements);
    statement.setReturnArrays(true);
    return statement;
  }

  #prepare(sql: string, kept: Map<string, StatementSync>): StatementSync {
    if (kept.size >= MAX_STATEMENTS) kept.clear();
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    kept.set(sql, statement);
    return statement;
  }
}

const valuesOf = ({ columns }: Table): string => `VALUES (${columns.map(() => '?').join(', ')})`;

const keyCondition = ({ columns, keyLength }: Table): string =>
  columns
    .slice(0, keyLength)
    .map((column) => `${column} = ?`)
    .join(' AND ');
