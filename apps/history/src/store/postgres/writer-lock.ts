import type { PoolClient } from 'pg';
import { SecondWriterError, StoreUnavailableError } from '../errors';
import type { SqlSession } from '../sql/session';
import { int, long } from '../sql/values';

/** Number of the advisory lock that the writer of a database holds. */
export const WRITER_LOCK = 7_212_001;

/** A session of the server. The number of its process may be used again; with the start it is unique. */
interface ServerSession {
  readonly pid: number;
  readonly startedMicros: bigint;
}

const STARTED = 'CAST(extract(epoch FROM backend_start) * 1000000 AS bigint)';

/** The lock of the only writer of a database. A connection holds it until it ends. */
export class WriterLock {
  readonly #holders = new WeakSet<PoolClient>();
  #session: ServerSession | undefined;

  /** Whether a connection of this process has, or had, the lock. */
  get wasTaken(): boolean {
    return this.#session !== undefined;
  }

  /**
   * The lock outlasts the transaction: no other process writes between two transactions of this connection. Throws
   * SecondWriterError while another process holds it.
   */
  async take(client: PoolClient, session: SqlSession): Promise<void> {
    if (this.#holders.has(client)) return;
    const [row] = await session.all('SELECT CAST(pg_try_advisory_lock(?) AS integer) AS locked', [
      WRITER_LOCK,
    ]);
    if (row?.locked !== 1) {
      if (await this.#endLostSession(session))
        throw new StoreUnavailableError('the lost connection of this process ends on the server');
      throw new SecondWriterError(
        'another history process writes into this database: this one waits for its end',
      );
    }
    const [own] = await session.all(
      `SELECT pid, ${STARTED} AS started FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    );
    this.#session = { pid: int(own?.pid), startedMicros: long(own?.started) };
    this.#holders.add(client);
  }

  /**
   * So that the next writer need not wait until the server has noticed the end of the connection. Only the session that
   * took the lock can release it: from another connection, as after a lost one, that session is ended.
   */
  async release(client: PoolClient, session: SqlSession): Promise<void> {
    if (this.#holders.has(client)) {
      await session.all('SELECT CAST(pg_advisory_unlock(?) AS integer) AS released', [WRITER_LOCK]);
      this.#holders.delete(client);
    } else await this.#endLostSession(session);
  }

  /**
   * A server keeps the session, and its lock, until it detects that the connection is lost. A pooler keeps it longer,
   * and can give it to another process, which has another application name.
   */
  async #endLostSession(session: SqlSession): Promise<boolean> {
    if (this.#session === undefined) return false;
    const { pid, startedMicros } = this.#session;
    const ended = await session.all(
      `SELECT CAST(pg_terminate_backend(pid) AS integer) AS ended FROM pg_stat_activity
        WHERE pid = ? AND ${STARTED} = ? AND application_name = current_setting('application_name')`,
      [pid, startedMicros],
    );
    return ended.length > 0;
  }
}
