import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { expectEqual } from '../../harness/expect-equal';
import { followInto, startFollowing } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { longOr } from '../../harness/long';
import { type PostgresServer, startPostgres } from '../../harness/process/postgres';
import { until } from '../../harness/until';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { delayWrites, LazyCommits } from '../store/lazy-commits';

const MIB = 2 ** 20;
const NO_LIMIT = 2 ** 30;
/** Size of the large message: that of the first one of a chain with a large state. */
const LARGE = longOr(200, 20) * MIB;

describe('faults of the store and large messages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-faults-'));
  let postgres: PostgresServer;
  let chain: ModelChain;
  let server: ShipServer;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    chain = new ModelChain();
    chain.extend(100);
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  async function expectWhole(location: string): Promise<void> {
    const single = startFollowing(server.url);
    await single.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
    await single.stop();
    const reader = await openHistoryReader(location);
    expectEqual(await storedHistory(reader), await storedHistory(new MemoryReader(single.store)));
    await reader.close();
  }

  test('a stop of the follower does not wait for a store that is being prepared', async () => {
    const store = new MemoryHistory();
    let prepared: (() => void) | undefined;
    store.open = () => new Promise((resolve) => (prepared = resolve));
    const following = followInto(store, server.url);
    await following.until(() => prepared !== undefined);
    let isEnded = false;
    const stopped = following.stop().then(() => (isEnded = true));
    try {
      await until(() => isEnded);
    } finally {
      prepared!();
      await stopped;
    }
  });

  test('the follower reports a full disk, is not ready, and loses nothing when there is space again', async () => {
    const file = path.join(folder, 'full.db');
    const database = new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 });
    /** The number of pages is at most that of now, or the given one. */
    const limitPages = (pages: number) =>
      database.read((session) => session.all(`PRAGMA max_page_count = ${pages}`));
    const following = followInto(new SqlHistoryWriter(database), server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 100);
    await limitPages(1);
    chain.extend(150);
    server.flush();
    const { isReady } = await following.until(({ error }) => error?.includes('full') ?? false);
    expect(isReady).toBe(false);
    expect((await following.store.cursor())!.num).toBeLessThan(250);
    await limitPages(NO_LIMIT);
    await following.until((status) => status.lastBlockNum === 250 && status.isReady);
    expect(following.status.error).toBeUndefined();
    await following.stop();
    await following.store.close();
    await expectWhole(file);
  });

  test('the follower reports a lost PostgreSQL, is not ready, and loses nothing when it is back', async () => {
    const url = await postgres.createDatabase('away');
    const following = followInto(await openHistoryWriter(url), server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 100);
    await postgres.stop();
    chain.fork(2, 100);
    server.flush();
    const { isReady } = await following.until(({ error }) => error?.includes('does not answer') ?? false);
    expect(isReady).toBe(false);
    await postgres.resume();
    await following.until((status) => status.lastBlockNum === chain.head.blockNum && status.isReady);
    expect(following.status.error).toBeUndefined();
    await following.stop();
    await following.store.close();
    await expectWhole(url);
  });

  test('the follower reads again the blocks whose commits a crash of PostgreSQL took back', async () => {
    const url = await postgres.createDatabase('lazy');
    await delayWrites(url);
    const database = await PostgresDatabase.at(url, { isWriter: true });
    await database.prepare();
    const following = followInto(new SqlHistoryWriter(new LazyCommits(database)), server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 100);
    for (let crash = 0; crash < longOr(3, 2); crash++) {
      chain.extend(40);
      server.flush();
      await following.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
      await postgres.crash();
      chain.fork(1, 3);
      server.flush();
      await following.until((status) => status.lastBlockNum === chain.head.blockNum && status.isReady);
    }
    await following.stop();
    await following.store.close();
    await expectWhole(url);
  });

  test('the follower reports a message above the limit, and reads it with a higher one', async () => {
    chain.rowBytes = LARGE;
    chain.extend(1);
    chain.rowBytes = 0;
    const limited = startFollowing(server.url, { maxMessageBytes: LARGE - MIB });
    const { error, isReady } = await limited.until((status) => status.error !== undefined);
    expect(error).toMatch(/Max payload size exceeded|larger than the limit/);
    expect(isReady).toBe(false);
    await limited.stop();
    const following = followInto(limited.store, server.url, { maxMessageBytes: LARGE + MIB });
    await following.until(({ lastBlockNum }) => lastBlockNum === 101);
    await following.stop();
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
    expect(following.store.blocks.at(-1)!.deltas.at(-1)!.value).toHaveLength(LARGE);
  });

  test('the follower takes each block of a node that sends less often than it is asked for its status', async () => {
    const following = startFollowing(server.url, { silenceMs: 20 });
    await following.until(({ lastBlockNum }) => lastBlockNum === 100);
    chain.stallsAfter = 100;
    chain.extend(4);
    for (let num = 101; num <= 104; num++) {
      // Its answers to status requests report blocks that it does not send yet.
      await following.until(
        ({ nodeHeadNum, connections }) => nodeHeadNum === 104 && connections >= num - 100,
      );
      chain.stallsAfter = num;
      server.flush();
      await following.until(({ lastBlockNum }) => lastBlockNum === num);
    }
    await following.stop();
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
    expect(following.events).toEqual(Array.from({ length: 104 }, (_, index) => index + 1));
  });
});
