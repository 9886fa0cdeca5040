import { Client } from 'pg';
import { SecondWriterError, StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { DEFAULT_DATABASE_LIMITS } from '../../../apps/history/src/store/postgres/database-limits';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import type { ActionQuery, DeltaQuery } from '../../../apps/history/src/store/queries';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { sharedPostgres } from '../../harness/process/postgres';
import { until } from '../../harness/until';
import { randomChain } from './random-chain';

const PAGE: ActionQuery = { order: 'asc', skip: 0, limit: 10, countUpTo: 0 };
const SEARCH: DeltaQuery = { order: 'asc', skip: 0, limit: 10, countUpTo: 0, primaryKey: 1n };

const HOUR_MS = 3_600_000;
/** Of a reader, for pages. */
const CONNECTIONS = 8;

describe('the limits of connections to PostgreSQL', () => {
  let url: string;

  beforeAll(async () => {
    const postgres = await sharedPostgres();
    url = await postgres.createDatabase('limits');
    const writer = await openHistoryWriter(url);
    await writer.open(CHAIN_ID);
    await writer.append(randomChain(5, 1), 0);
    await writer.close();
  });

  it('PostgreSQL stops a read that takes too long, and the next one is answered', async () => {
    const reader = await openHistoryReader(url, {
      database: { ...DEFAULT_DATABASE_LIMITS, readMs: 2000 },
    });
    await reader.actions(PAGE);
    const locking = new Client({ connectionString: url });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE action IN ACCESS EXCLUSIVE MODE');
    const late = await reader.actions(PAGE).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(StoreUnavailableError);
    // On a machine that is slow before that statement, the limit of the read as a whole comes first.
    expect((late as Error).message).toMatch(
      /^the database (?:stopped a statement, which may take 2000 ms: narrow the search, or try again|does not answer: no answer within \d+ ms)$/,
    );
    await locking.end();
    const { items } = await reader.actions(PAGE);
    expect(items.length).toBeGreaterThan(0);
    await reader.close();
  });

  it('a page has a shorter limit than a search', async () => {
    const reader = await openHistoryReader(url, {
      database: { ...DEFAULT_DATABASE_LIMITS, pageMs: 2000, readMs: 600_000 },
    });
    await reader.actions(PAGE);
    const locking = new Client({ connectionString: url });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE action, delta IN ACCESS EXCLUSIVE MODE');
    const search = reader.deltas(SEARCH);
    await expect(reader.actions(PAGE)).rejects.toThrow(StoreUnavailableError);
    await locking.end();
    await expect(search).resolves.toMatchObject({ items: expect.any(Array) });
    await reader.close();
  });

  it('a read for which no connection becomes free is refused, and the others are answered', async () => {
    const reader = await openHistoryReader(url, {
      database: { ...DEFAULT_DATABASE_LIMITS, connectMs: 3000, pageMs: 600_000, readMs: 600_000 },
    });
    const readAll = () => Array.from({ length: CONNECTIONS }, () => reader.actions(PAGE));
    // The limit is also that of a new connection, and a slow machine may need longer.
    await until(async () =>
      (await Promise.allSettled(readAll())).every(({ status }) => status === 'fulfilled'),
    );
    const locking = new Client({ connectionString: url });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE action IN ACCESS EXCLUSIVE MODE');
    const waiting = readAll();
    await until(async () => {
      const { rows } = await locking.query<{ n: string }>(
        "SELECT count(*) AS n FROM pg_locks WHERE NOT granted AND relation = 'action'::regclass",
      );
      return Number(rows[0]!.n) === waiting.length;
    });
    await expect(reader.actions(PAGE)).rejects.toThrow(
      'the database does not answer: all connections are in use',
    );
    // Searches have connections of their own.
    await expect(reader.deltas(SEARCH)).resolves.toMatchObject({
      items: expect.any(Array),
    });
    await locking.end();
    for (const { items } of await Promise.all(waiting)) expect(items.length).toBeGreaterThan(0);
    await reader.close();
  });

  it('PostgreSQL ends a transaction that a writer leaves open, and the next writer gets the lock', async () => {
    const hung = await PostgresDatabase.at(url, {
      isWriter: true,
      limits: { ...DEFAULT_DATABASE_LIMITS, idleTransactionMs: 3000 },
    });
    const next = await PostgresDatabase.at(url, { isWriter: true });
    const count = 'SELECT CAST(count(*) AS integer) AS n FROM block';
    let proceed = (): void => undefined;
    const paused = new Promise<void>((resolve) => (proceed = resolve));
    let isOpen = false;
    const left = hung
      .transaction(async (session) => {
        await session.all(count);
        isOpen = true;
        await paused;
        return session.all(count);
      })
      .catch((error: unknown) => error);
    await until(() => isOpen);
    const refusals: unknown[] = [];
    const blocks = () =>
      next
        .transaction((session) => session.all(count))
        .catch((error: unknown) => {
          refusals.push(error);
          return undefined;
        });
    await until(async () => (await blocks()) !== undefined);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(SecondWriterError);
    proceed();
    expect(await left).toBeInstanceOf(StoreUnavailableError);
    await hung.close();
    await next.close();
  });

  it('a read of a writer has its whole time after a long transaction of the same writer', async () => {
    const writer = await PostgresDatabase.at(url, { isWriter: true });
    let proceed = (): void => undefined;
    const paused = new Promise<void>((resolve) => (proceed = resolve));
    let isOpen = false;
    const transaction = writer.transaction(async () => {
      isOpen = true;
      await paused;
    });
    await until(() => isOpen);
    const read = writer.read((session) =>
      session.all('SELECT CAST(count(*) AS integer) AS n FROM pg_sleep(1.5)'),
    );
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + HOUR_MS);
    try {
      proceed();
      await transaction;
      expect(await read).toEqual([{ n: 1 }]);
    } finally {
      clock.mockRestore();
      await writer.close();
    }
  });

  it('PostgreSQL detects within a minute that the machine of a client has failed', async () => {
    const database = await PostgresDatabase.at(url);
    const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count'];
    const settings = names.map((name) => `CAST(current_setting('${name}') AS integer) AS ${name}`).join();
    const [row] = await database.read((session) => session.all(`SELECT ${settings}`));
    expect(row).toEqual({ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 });
    await database.close();
  });
});
