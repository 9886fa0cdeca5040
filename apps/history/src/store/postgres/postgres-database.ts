import type { Pool, PoolClient, PoolConfig } from 'pg';
import { createStatements, TABLES, type Dialect } from '../sql/schema';
import type { SqlDatabase, SqlSession } from '../sql/session';
import { SQL_TYPE } from './binary-arrays';
import { PostgresSession } from './postgres-session';
import { RESULT_TYPES } from './result-types';

const DIALECT: Dialect = { types: SQL_TYPE, clustered: '' };
/** Number of the advisory lock that the writer of a database holds. */
const WRITER_LOCK = 7_212_001;

/** Another process writes into the database. */
export class SecondWriterError extends Error {
  override readonly name = 'SecondWriterError';
}

/** Connections to a PostgreSQL database. A lost connection fails its transaction; the next one connects again. */
export class PostgresDatabase implements SqlDatabase {
  private constructor(private readonly pool: Pool) {
    // A lost connection is reported by the statement that runs on it, or by the next one.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Connects with the first transaction. */
  static async at(url: string, options: { readonly connections: number }): Promise<PostgresDatabase> {
    // Loaded when it is needed: it takes 10 MB, which a laptop saves.
    const { Pool } = await import('pg');
    const types = RESULT_TYPES as PoolConfig['types'];
    return new PostgresDatabase(new Pool({ connectionString: url, max: options.connections, types }));
  }

  /** Creates missing tables. */
  async prepare(): Promise<void> {
    const client = await this.pool.connect();
    try {
      for (const table of TABLES)
        for (const statement of createStatements(table, DIALECT)) await client.query(statement);
    } finally {
      client.release();
    }
  }

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.within('BEGIN; SET LOCAL synchronous_commit = off', async (client) => {
      const session = new PostgresSession(client);
      const [row] = await session.all('SELECT CAST(pg_try_advisory_xact_lock(?) AS integer) AS locked', [
        WRITER_LOCK,
      ]);
      if (row?.locked !== 1) throw new SecondWriterError('another history process writes into this database');
      return work(session);
    });
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
      work(new PostgresSession(client)),
    );
  }

  close(): Promise<void> {
    return this.pool.ended ? Promise.resolve() : this.pool.end();
  }

  private async within<T>(begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await rollBack(client);
      throw error;
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
