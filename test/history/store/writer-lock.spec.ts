import type { Pool, PoolClient } from 'pg';
import { SecondWriterError, StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { poolsTo } from '../../../apps/history/src/store/postgres/connection-pool';
import { DEFAULT_DATABASE_LIMITS } from '../../../apps/history/src/store/postgres/database-limits';
import { PostgresSession } from '../../../apps/history/src/store/postgres/postgres-session';
import { TimedConnection } from '../../../apps/history/src/store/postgres/timed-connection';
import { WriterLock } from '../../../apps/history/src/store/postgres/writer-lock';
import { sharedPostgres } from '../../harness/process/postgres';
import { until } from '../../harness/until';

const LIMIT_MS = 600_000;
const OF_DATABASE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';

describe('the lock of the writer, held by a session of a connection that is not used any more', () => {
  let pool: Pool;
  let lock: WriterLock;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    const createPool = await poolsTo(await postgres.createDatabase('lock'));
    pool = createPool({
      limits: DEFAULT_DATABASE_LIMITS,
      connections: 3,
      statementMs: LIMIT_MS,
      limitsWait: false,
    });
  });
  beforeEach(async () => {
    lock = new WriterLock();
    await until(isFree);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.release(true);
  });
  afterAll(() => pool.end());

  /** The server frees the lock when it has noticed the end of the connection. */
  const isFree = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND " + OF_DATABASE,
    );
    return rows.length === 0;
  };
  const clients: PoolClient[] = [];
  const connect = async () => {
    const client = await pool.connect();
    clients.push(client);
    const session = new PostgresSession(new TimedConnection(client, () => LIMIT_MS));
    return {
      client,
      take: () => lock.take(client, session),
      release: () => lock.release(client, session),
    };
  };

  it('a session that is still that of this process is ended', async () => {
    const before = await connect();
    await before.take();
    const after = await connect();
    await expect(after.take()).rejects.toThrow(StoreUnavailableError);
    await expect(before.client.query('SELECT 1')).rejects.toThrow();
  });

  it('a session that a pooler has given to another process stays', async () => {
    const before = await connect();
    await before.take();
    await before.client.query("SET application_name = 'another process'");
    const after = await connect();
    await expect(after.take()).rejects.toThrow(SecondWriterError);
    const { rows } = await before.client.query('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('a lock is released by the connection that holds it, which stays usable and can take it again', async () => {
    const holder = await connect();
    await holder.take();
    await holder.release();
    expect(await isFree()).toBe(true);
    await holder.take();
    expect(await isFree()).toBe(false);
  });

  it('a lock that another connection of this process holds is released by the end of its session', async () => {
    const holder = await connect();
    await holder.take();
    const other = await connect();
    await other.release();
    await until(isFree);
    await expect(holder.client.query('SELECT 1')).rejects.toThrow();
    await other.take();
  });

  it('the release of a lock leaves a session that a pooler has given to another process', async () => {
    const holder = await connect();
    await holder.take();
    await holder.client.query("SET application_name = 'another process'");
    await (await connect()).release();
    expect(await isFree()).toBe(false);
  });

  it('the connections of a process have one application name, which no other process has', async () => {
    const query = "SELECT convert_to(current_setting('application_name'), 'UTF8') AS name";
    const connections = await Promise.all([connect(), connect()]);
    const names = await Promise.all(
      connections.map(async ({ client }) => {
        const { rows } = await client.query<{ name: Uint8Array }>(query);
        return Buffer.from(rows[0]!.name).toString();
      }),
    );
    expect(names[0]).toMatch(/^history [0-9a-f-]{36}$/);
    expect(names[1]).toBe(names[0]);
  });
});
