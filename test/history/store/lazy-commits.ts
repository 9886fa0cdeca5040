import { Client } from 'pg';
import type { SqlDatabase, SqlSession } from '../../../apps/history/src/store/sql/session';

/** A PostgreSQL database whose commits do not wait for the disk: a crash of the server takes back the last ones. */
export class LazyCommits implements SqlDatabase {
  constructor(private readonly database: SqlDatabase) {}

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.transaction(async (session) => {
      await session.run('SET LOCAL synchronous_commit = off');
      return work(session);
    });
  }

  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.beside(work);
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** Lets commits that do not wait for the disk stay in the memory of the server for as long as it allows. */
export async function delayWrites(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET wal_writer_delay = '10s'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
