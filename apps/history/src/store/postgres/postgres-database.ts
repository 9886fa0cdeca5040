import type { Pool, PoolClient, PoolConfig } from 'pg';
import { createStatements, TABLES, type Dialect } from '../sql/schema';
import type { SqlDatabase, SqlSession } from '../sql/session';
import { SQL_TYPE } from './binary-arrays';
import { SecondWriterError, StoreUnavailableError } from '../errors';
import { isUnavailable, unavailable } from './postgres-errors';
import { PostgresSession } from './postgres-session';
import { RESULT_TYPES } from './result-types';

/** Short values of variable length are not aligned. Source: PostgreSQL, pg_type.typalign, and heap_form_tuple. */
const DIALECT: Dialect = {
  types: SQL_TYPE,
  alignment: { int: 4, long: 8, double: 8, bytes: 1 },
  clustered: '',
};
/** Number of the advisory lock that the writer of a database holds. */
export const WRITER_LOCK = 7_212_001;
/** Most sessions that fill a new store at a time. */
const SIDE_CONNECTIONS = 16;
/** Number of the lock under which the tables are made. */
const TABLES_LOCK = 7_212_002;
/** Sent to listening connections with each commit of a writer. */
export const COMMITTED_CHANNEL = 'history_committed';

/** Connections to a PostgreSQL database. A lost connection fails its transaction; the next one connects again. */
export class PostgresDatabase implements SqlDatabase {
  /** Connections that hold the lock of the writer until they end. */
  private readonly writers = new WeakSet<PoolClient>();

  private isWriter = false;
  private sides: Pool | undefined;
  private readonly pool: Pool;

  private constructor(
    private readonly createPool: (connections: number) => Pool,
    connections: number,
  ) {
    this.pool = createPool(connections);
  }

  /** Connects with the first transaction. */
  static async at(url: string, options: { readonly connections: number }): Promise<PostgresDatabase> {
    // Loaded when it is needed: it takes 10 MB, which a laptop saves.
    const { Pool } = await import('pg');
    const types = RESULT_TYPES as PoolConfig['types'];
    const createPool = (max: number): Pool => {
      // An idle connection stays: that of a writer holds its lock.
      const pool = new Pool({ connectionString: url, max, idleTimeoutMillis: 0, types });
      // A lost connection is reported by the statement that runs on it, or by the next one.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      return pool;
    };
    return new PostgresDatabase(createPool, options.connections);
  }

  /** Creates missing tables. Processes that start together do it one after the other. */
  async prepare(): Promise<void> {
    await this.within('BEGIN', async (client) => {
      await client.query(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(${TABLES_LOCK}); END $$`);
      const { rows } = await client.query<{ isMade: number }>(
        `SELECT CAST(to_regclass('cursor') IS NOT NULL AS integer) AS "isMade"`,
      );
      if (rows[0]?.isMade === 1) return;
      for (const table of TABLES)
        for (const statement of createStatements(table, DIALECT)) await client.query(statement);
    });
  }

  /**
   * Throws SecondWriterError while another process holds the lock of the writer. Readers see the commit when it is on
   * the disk: they keep numbers of names, and sent blocks, which a crash of the server must not take back.
   */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.within(
      'BEGIN; SET LOCAL synchronous_commit = on',
      async (client) => {
        const session = new PostgresSession(client);
        await this.lock(client, session);
        return work(session);
      },
      `NOTIFY ${COMMITTED_CHANNEL}; COMMIT`,
    );
  }

  /**
   * Without the lock of the writer, which its own connection holds. It does not wait for the disk: no reader sees its
   * rows before a later transaction, whose commit follows in the log.
   */
  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    this.sides ??= this.createPool(SIDE_CONNECTIONS);
    return this.within(
      'BEGIN; SET LOCAL synchronous_commit = off',
      (client) => work(new PostgresSession(client)),
      'COMMIT',
      this.sides,
    );
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
      work(new PostgresSession(client)),
    );
  }

  async close(): Promise<void> {
    if (this.isWriter && !this.pool.ended) await this.unlock();
    for (const pool of [this.pool, this.sides]) if (pool?.ended === false) await pool.end();
  }

  /** The lock outlasts the transaction: no other process writes between two transactions of this connection. */
  private async lock(client: PoolClient, session: SqlSession): Promise<void> {
    if (this.writers.has(client)) return;
    const [row] = await session.all('SELECT CAST(pg_try_advisory_lock(?) AS integer) AS locked', [
      WRITER_LOCK,
    ]);
    if (row?.locked !== 1)
      throw new SecondWriterError(
        'another history process writes into this database: this one waits for its end',
      );
    this.writers.add(client);
    this.isWriter = true;
  }

  /** The next writer need not wait until the server has noticed the end of the connection. */
  private async unlock(): Promise<void> {
    try {
      await this.within('BEGIN', (client) =>
        client.query('DO $$ BEGIN PERFORM pg_advisory_unlock_all(); END $$'),
      );
    } catch (error) {
      // A server that is away holds no lock.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  private async within<T>(
    begin: string,
    work: (client: PoolClient) => Promise<T>,
    commit = 'COMMIT',
    pool = this.pool,
  ): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query(commit);
      client.release();
      return result;
    } catch (error) {
      await rollBack(client);
      throw isUnavailable(error) ? unavailable(error) : error;
    }
  }
}

/** Keeps the connection, so that the lock of a writer is free for the next transaction; a broken one is closed. */
async function rollBack(client: PoolClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
