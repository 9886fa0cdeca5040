import type { Pool } from 'pg';
import { FILLED_SCHEDULES, LAST_WITHOUT_PROPOSALS, lostProposals } from '../sql/lost-proposals';
import {
  type FoundStore,
  preparation,
  type Preparation,
  requireCurrent,
  type SchemaMode,
} from '../sql/migrations';
import { CURSOR } from '../sql/schema';
import type { SqlDatabase, SqlSession } from '../sql/session';
import type { Dialect } from '../sql/table-statements';
import { NoAnswerError } from './answer-limit';
import { SQL_TYPE } from './binary-arrays';
import { type PoolOptions, poolsTo } from './connection-pool';
import { type DatabaseLimits, DEFAULT_DATABASE_LIMITS } from './database-limits';
import { StoreUnavailableError } from '../errors';
import { IndexBuilder } from './index-builder';
import { isOutdatedPlan, isUnavailable, unavailable } from './postgres-errors';
import { PostgresSession } from './postgres-session';
import { TimedConnection } from './timed-connection';
import { WriterLock } from './writer-lock';

/** Short values of variable length are not aligned. Source: PostgreSQL, pg_type.typalign, and heap_form_tuple. */
const DIALECT: Dialect = {
  types: SQL_TYPE,
  alignment: { int: 4, long: 8, double: 8, bytes: 1 },
  emptyBytes: "''",
  clustered: '',
};
/** Most sessions that fill a new store at a time. */
const SIDE_CONNECTIONS = 16;
/** Number of the lock under which the tables are made. */
const TABLES_LOCK = 7_212_002;
/** Sent to listening connections with each commit of a writer. */
export const COMMITTED_CHANNEL = 'history_committed';

/** The server stops a statement after its limit; an answer that is this much later is not waited for. */
const LATE_ANSWER_MS = 1000;

interface DatabaseOptions extends Preparation {
  /** A writer has more time for a statement, and waits for its own transactions. */
  readonly isWriter?: boolean;
  /** Of a reader; a writer has one. */
  readonly connections?: number;
  readonly limits?: DatabaseLimits;
}

/**
 * Connections to a PostgreSQL database. A lost connection fails its transaction; the next one connects again. No call
 * waits longer for the server than its limits.
 */
export class PostgresDatabase implements SqlDatabase {
  readonly #lock = new WriterLock();
  #sides: Pool | undefined;
  readonly #pool: Pool;
  readonly #indexes: IndexBuilder;

  private constructor(
    private readonly createPool: (options: PoolOptions) => Pool,
    private readonly options: PoolOptions,
    private readonly schema: SchemaMode,
    private readonly notice: (text: string) => void,
  ) {
    this.#pool = createPool(options);
    this.#indexes = new IndexBuilder(
      () => createPool({ ...options, connections: 1, statementMs: 0 }),
      options.statementMs + LATE_ANSWER_MS,
      notice,
    );
  }

  /** Connects with the first transaction. */
  static async at(url: string, options: DatabaseOptions = {}): Promise<PostgresDatabase> {
    const { isWriter = false, connections = 1, limits = DEFAULT_DATABASE_LIMITS } = options;
    const { schema = 'migrate', notice = () => undefined } = options;
    const ofPool = {
      limits,
      connections: isWriter ? 1 : connections,
      statementMs: isWriter ? limits.writeMs : limits.readMs,
      limitsWait: !isWriter,
    };
    return new PostgresDatabase(await poolsTo(url), ofPool, schema, notice);
  }

  /**
   * Creates missing tables, and brings those of an earlier version to this one. Processes that start together do it one
   * after the other; a store that has blocks is changed by its writer alone. Indexes come before that, beside the writer
   * that is still there, and those of new columns behind it. With `check` it changes nothing. Throws SecondWriterError,
   * StoreVersionError.
   */
  async prepare(): Promise<void> {
    if (this.schema === 'check')
      return this.#within('BEGIN', async (connection) => requireCurrent(await foundIn(connection)));
    await this.#buildIndexes();
    while (await this.#prepareStep()) continue;
    await this.#buildIndexes();
  }

  async #buildIndexes(): Promise<void> {
    try {
      await this.#indexes.build();
    } catch (error) {
      throw isUnavailable(error) ? unavailable(error, this.options.statementMs) : error;
    }
  }

  /** Does the first of the steps that are left, in one transaction. True when it was not the last one. */
  #prepareStep(): Promise<boolean> {
    return this.#within('BEGIN', async (connection) => {
      await connection.query(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(${TABLES_LOCK}); END $$`);
      const found = await foundIn(connection);
      if (found.version === undefined && found.isCurrent) return false;
      const [statements, ...rest] = preparation(found, DIALECT);
      if (statements === undefined) return false;
      if (found.version !== undefined)
        await this.#lock.take(connection.client, new PostgresSession(connection));
      for (const statement of statements) await connection.query(statement);
      if (found.version === LAST_WITHOUT_PROPOSALS) {
        const { rows } = await connection.query<Record<string, unknown>>(FILLED_SCHEDULES);
        const lost = lostProposals(found.version, rows[0]);
        if (lost !== undefined) this.notice(lost);
      }
      return rest.length > 0;
    });
  }

  /**
   * Throws SecondWriterError while another process holds the lock of the writer. Readers see the commit when it is on
   * the disk: they keep numbers of names, and sent blocks, which a crash of the server must not take back.
   */
  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#within(
      'BEGIN; SET LOCAL synchronous_commit = on',
      async (connection) => {
        const session = new PostgresSession(connection);
        await this.#lock.take(connection.client, session);
        return work(session);
      },
      { commit: `NOTIFY ${COMMITTED_CHANNEL}; COMMIT` },
    );
  }

  /**
   * Without the lock of the writer, which its own connection holds. It does not wait for the disk: no reader sees its
   * rows before a later transaction, whose commit follows in the log.
   */
  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    this.#sides ??= this.createPool({ ...this.options, connections: SIDE_CONNECTIONS });
    return this.#within(
      'BEGIN; SET LOCAL synchronous_commit = off',
      (connection) => work(new PostgresSession(connection)),
      { pool: this.#sides },
    );
  }

  /**
   * The limit of a statement is that of the read as a whole, from when it has a connection: that of a writer is in use
   * as long as its own transaction.
   */
  async read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    // After a migration, each open connection fails once, and is closed.
    for (let left = this.options.connections; ; left--)
      try {
        return await this.#readOnce(work);
      } catch (error) {
        if (left === 0 || !isOutdatedPlan(error)) throw error;
      }
  }

  #readOnce<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.#within(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      (connection) => work(new PostgresSession(connection)),
      { isLimitedAsWhole: true },
    );
  }

  async close(): Promise<void> {
    this.#indexes.close();
    if (this.#lock.wasTaken && !this.#pool.ended) await this.#unlock();
    for (const pool of [this.#pool, this.#sides]) if (pool?.ended === false) await pool.end();
  }

  async #unlock(): Promise<void> {
    try {
      await this.#within('BEGIN', (connection) =>
        this.#lock.release(connection.client, new PostgresSession(connection)),
      );
    } catch (error) {
      // A server that is not running holds no lock.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  async #within<T>(
    begin: string,
    work: (connection: TimedConnection) => Promise<T>,
    { commit = 'COMMIT', pool = this.#pool, isLimitedAsWhole = false }: TransactionOptions = {},
  ): Promise<T> {
    const { statementMs, limits } = this.options;
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error, statementMs);
    });
    const endMs = performance.now() + statementMs;
    const leftMs = () => (isLimitedAsWhole ? Math.max(0, endMs - performance.now()) : statementMs);
    const connection = new TimedConnection(client, () => leftMs() + LATE_ANSWER_MS);
    try {
      await connection.query(begin, limits.connectMs);
      const result = await work(connection);
      await connection.query(commit);
      client.release();
      return result;
    } catch (error) {
      await rollBack(connection, error);
      throw isUnavailable(error) ? unavailable(error, statementMs) : error;
    }
  }
}

async function foundIn(connection: TimedConnection): Promise<FoundStore> {
  const { rows } = await connection.query<{ columns: number }>(
    `SELECT CAST(count(*) AS integer) AS columns FROM information_schema.columns
      WHERE table_name = 'cursor' AND table_schema = current_schema()`,
  );
  const columns = rows[0]?.columns ?? 0;
  const shape = { hasTables: columns > 0, isCurrent: columns === CURSOR.columns.length };
  if (columns === 0) return { version: undefined, ...shape };
  const cursors = await connection.query<{ schema: number }>('SELECT schema FROM cursor');
  return { version: cursors.rows[0]?.schema, ...shape };
}

interface TransactionOptions {
  readonly commit?: string;
  readonly pool?: Pool;
  /** Whether all statements together have the limit of one. */
  readonly isLimitedAsWhole?: boolean;
}

/** Keeps the connection of a writer with its lock; a broken one is closed. */
async function rollBack(connection: TimedConnection, reason: unknown): Promise<void> {
  const { client } = connection;
  if (reason instanceof NoAnswerError) return client.release(reason);
  if (reason instanceof Error && isOutdatedPlan(reason)) return client.release(reason);
  try {
    await connection.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
