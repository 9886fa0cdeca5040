import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesToHex, nameFromValue } from '@app/antelope';
import type { HistoryWriter } from '../../../apps/history/src/store/port';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { expectEqual } from '../../harness/expect-equal';
import { followInto, type Following } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { HistoryChain } from '../../harness/ship/history-chain';

describe('a follower of the development chain', () => {
  let folder: string;
  let chain: HistoryChain;
  let writer: HistoryWriter;
  let following: Following<HistoryWriter>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'history-'));
    chain = await HistoryChain.start({}, { simulation: true });
    await chain.produce(60);
    writer = openSqliteWriter(path.join(folder, 'followed.sqlite'));
    following = followInto(writer, chain.shipUrl, { allowsRewinds: true });
  });
  afterAll(async () => {
    await following.stop();
    await writer.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  /** Waits until the last block of the store is the head of the chain, by id. */
  async function untilSame(store: HistoryWriter, followed: Following<HistoryWriter>): Promise<void> {
    const head = chain.chain.head().id;
    await followed.until(async ({ hasEnded }) => {
      const cursor = await store.cursor();
      return hasEnded || (cursor !== undefined && bytesToHex(cursor.id) === head);
    });
    expect(followed.status.hasEnded).toBe(false);
  }

  async function historyOf(file: string) {
    const reader = openSqliteReader(file);
    const history = await storedHistory(reader);
    await reader.close();
    return history;
  }

  /** The history of the chain as it is now, followed once from its first block. */
  async function freshHistory() {
    const file = path.join(folder, 'fresh.sqlite');
    const store = openSqliteWriter(file);
    const fresh = followInto(store, chain.shipUrl);
    await untilSame(store, fresh);
    await fresh.stop();
    await store.close();
    const history = await historyOf(file);
    rmSync(file);
    return history;
  }

  async function expectFreshHistory(): Promise<void> {
    await untilSame(writer, following);
    const history = await historyOf(path.join(folder, 'followed.sqlite'));
    expectEqual(history, await freshHistory());
    expect(history.actions.items.length).toBeGreaterThan(100);
  }

  test('get_missed_blocks of a development chain counts the blocks of offline producers and nothing else', async () => {
    const missed = async (): Promise<Record<string, number>> => {
      await untilSame(writer, following);
      const reader = openSqliteReader(path.join(folder, 'followed.sqlite'));
      const { byProducer } = await reader.missedBlocks({ limit: 100 });
      await reader.close();
      return Object.fromEntries([...byProducer].map(([producer, size]) => [nameFromValue(producer), size]));
    };
    expect(chain.chain.schedule().active.version).toBe(1);
    expect(await missed()).toEqual({});
    await chain.admin.mustSend('producers', { producer: 'producer2', online: false });
    const before = chain.chain.head();
    await chain.produce(100);
    const after = chain.chain.head();
    await chain.admin.mustSend('producers', { producer: 'producer2', online: true });
    expect(await missed()).toEqual({ producer2: (after.timeMs - before.timeMs) / 500 - 100 });
  });

  test('the history of a development chain is that of a new follower while blocks are produced', async () => {
    await untilSame(writer, following);
    await chain.produce(40);
    await expectFreshHistory();
  });

  test('the history of a development chain is that of a new follower after a snapshot was restored', async () => {
    await chain.admin.mustSend('snapshot', { name: 'one' });
    await chain.produce(25);
    await untilSame(writer, following);
    await chain.admin.mustSend('restore', { name: 'one' });
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.produce(5);
    await expectFreshHistory();
  });

  test('the history of a development chain is that of a new follower after it was reset', async () => {
    await untilSame(writer, following);
    await chain.admin.mustSend('reset');
    await chain.admin.mustSend('create-account', { name: 'grace' });
    await chain.produce(30);
    await expectFreshHistory();
  });
});
