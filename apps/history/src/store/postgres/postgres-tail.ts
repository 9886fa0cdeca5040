import { readCursor } from '../sql/cursor';
import { forkCount, undoneSince } from '../sql/forks';
import { OLDEST_READ, requireVersion } from '../sql/migrations';
import { readReport } from '../sql/report';
import type { StoreChanges, StoreTail } from '../store-tail';
import { CommitSignal } from './commit-signal';
import type { DatabaseLimits } from './database-limits';
import { PostgresDatabase } from './postgres-database';
import { WRITER_LOCK } from './writer-lock';

/** The lock of the writer is held. Source: PostgreSQL, pg_locks: a lock by one 64-bit number is in two parts. */
const HAS_WRITER = `SELECT CAST(count(*) AS integer) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted
  AND classid = 0 AND objid = ${WRITER_LOCK} AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Reads the commits of the process that writes, and is notified of each. */
export class PostgresTail implements StoreTail {
  private constructor(
    private readonly database: PostgresDatabase,
    private readonly signal: CommitSignal,
  ) {}

  static async at(url: string, limits: DatabaseLimits): Promise<PostgresTail> {
    return new PostgresTail(await PostgresDatabase.at(url, { limits }), new CommitSignal(url, limits));
  }

  async changes(forks: number | undefined): Promise<StoreChanges> {
    try {
      return await this.#look(forks);
    } catch (error) {
      // The connection that listens is to the same server, and may never report that it is lost.
      this.signal.disconnect();
      throw error;
    }
  }

  nextCommit(timeoutMs: number): Promise<void> {
    return this.signal.next(timeoutMs);
  }

  async close(): Promise<void> {
    this.signal.close();
    await this.database.close();
  }

  #look(forks: number | undefined): Promise<StoreChanges> {
    return this.database.read(async (session) => {
      const cursor = await readCursor(session);
      if (cursor !== undefined) requireVersion(cursor.schema, OLDEST_READ);
      const [writer] = await session.all(HAS_WRITER);
      return {
        headNum: cursor === undefined || cursor.num < 0 ? undefined : cursor.num,
        irreversibleNum: cursor?.irreversibleNum ?? 0,
        forks: await forkCount(session),
        undoneTo: forks === undefined ? undefined : await undoneSince(session, forks),
        hasWriter: writer?.n !== 0,
        report: await readReport(session),
      };
    });
  }
}
