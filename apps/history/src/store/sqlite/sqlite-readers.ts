import { MAX_SEARCHES } from '../sql/search-lane';
import type { SqlDatabase, SqlSession } from '../sql/session';
import { SqliteDatabase } from './sqlite-database';

/** Searches have one connection each; reads that run at once have the others. */
const MAX_CONNECTIONS = MAX_SEARCHES + 4;
/** The part of the page cache of the first connection that each of the others has. */
const FURTHER_PART = 1 / 8;

interface Connection {
  readonly database: SqliteDatabase;
  reads: number;
}

/**
 * Connections that read a SQLite file, all on this thread: a read that waits for its turn in the event loop leaves the
 * other connections to the other reads. The first one that is free is taken, so that caches stay warm.
 */
export class SqliteReaders implements Pick<SqlDatabase, 'read' | 'close'> {
  readonly #connections: Connection[] = [];

  /** @param cacheMiB page cache of the first connection */
  constructor(
    private readonly file: string,
    private readonly cacheMiB: number,
  ) {
    this.#open(cacheMiB);
  }

  async read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    const connection = this.#free();
    connection.reads += 1;
    try {
      return await connection.database.read(work);
    } finally {
      connection.reads -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(({ database }) => database.close()));
  }

  /** One without a read, if need be a new one; else one with the fewest. */
  #free(): Connection {
    const [least] = this.#connections.toSorted((one, other) => one.reads - other.reads);
    if (least !== undefined && (least.reads === 0 || this.#connections.length === MAX_CONNECTIONS))
      return least;
    return this.#open(this.cacheMiB * FURTHER_PART);
  }

  #open(cacheMiB: number): Connection {
    const connection = { database: new SqliteDatabase(this.file, { isReadOnly: true, cacheMiB }), reads: 0 };
    this.#connections.push(connection);
    return connection;
  }
}
