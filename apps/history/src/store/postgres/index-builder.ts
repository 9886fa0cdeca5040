import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { createIndex, type Index, INDEXES } from '../sql/table-statements';
import type { SqlRow } from '../sql/values';
import { TimedConnection } from './timed-connection';

/** Number of the lock of the process that builds indexes. */
const INDEXES_LOCK = 7_212_003;
/** Between looks at the lock. Waiting for it on the server would hold up the build that it waits for. */
const LOOK_MS = 500;

/** Names of columns (`table.column`), and of indexes that are complete (1) or were left by a build that ended (0). */
const FOUND = `SELECT convert_to(table_name || '.' || column_name, 'UTF8') AS name, CAST(NULL AS integer) AS valid
    FROM information_schema.columns WHERE table_schema = current_schema()
  UNION ALL
  SELECT convert_to(CAST(relname AS text), 'UTF8'), CAST(indisvalid AS integer)
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = CAST(CAST(current_schema() AS text) AS regnamespace)`;

/**
 * Builds the indexes that a store of an earlier release lacks, beside its readers and its writer: without the lock of the
 * writer, without a limit of time, and one after the other. A build that was ended is made again.
 */
export class IndexBuilder {
  #client: PoolClient | undefined;

  /**
   * @param createPool gives connections without a limit of a statement
   * @param lookMs limit of a statement that builds nothing
   */
  constructor(
    private readonly createPool: () => Pool,
    private readonly lookMs: number,
    private readonly notice: (text: string) => void,
  ) {}

  /** Indexes of columns that the store does not have yet are left. */
  async build(): Promise<void> {
    const pool = this.createPool();
    try {
      this.#client = await pool.connect();
      const connection = new TimedConnection(this.#client, () => this.lookMs);
      if ((await missingIn(connection)).length > 0) await this.#buildAlone(connection);
    } finally {
      // The end of the connection gives its lock free.
      this.#client?.release(true);
      this.#client = undefined;
      await pool.end();
    }
  }

  /** Ends a build that runs: it rejects. */
  close(): void {
    this.#client?.connection.stream.destroy();
  }

  async #buildAlone(connection: TimedConnection): Promise<void> {
    const { client } = connection;
    // The database, or its URL, may set a limit.
    await connection.query('SET statement_timeout = 0');
    while (!(await isLocked(connection))) await delay(LOOK_MS);
    for (const { index, isBroken } of await missingIn(connection)) {
      this.notice(`the index ${index.name} is built: until then searches by it are slow`);
      if (isBroken) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index.name}`);
      await client.query(createIndex(index, 'CONCURRENTLY'));
    }
  }
}

interface MissingIndex {
  readonly index: Index;
  readonly isBroken: boolean;
}

async function missingIn(connection: TimedConnection): Promise<MissingIndex[]> {
  const { rows } = await connection.query<SqlRow>(FOUND);
  const found = new Map(rows.map(({ name, valid }) => [Buffer.from(name as Uint8Array).toString(), valid]));
  return INDEXES.filter(
    ({ name, table, columns }) =>
      found.get(name) !== 1 && columns.every((column) => found.has(`${table}.${column}`)),
  ).map((index) => ({ index, isBroken: found.has(index.name) }));
}

async function isLocked(connection: TimedConnection): Promise<boolean> {
  const { rows } = await connection.query<SqlRow>(
    `SELECT CAST(pg_try_advisory_lock(${INDEXES_LOCK}) AS integer) AS locked`,
  );
  return rows[0]?.locked === 1;
}
