import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { openSqliteReader, openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import type { FollowOptions } from '../../../apps/history/src/follow/follow-options';
import { expectEqual } from '../../harness/expect-equal';
import { exportInto, filesOf, urlOf, useArchiveFolders } from '../../harness/history/archives';
import { followInto, startFollowing } from '../../harness/history/following';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { useStoreLocations } from '../../harness/history/store-locations';
import { transfer } from '../../harness/node/test-chain';
import { Seeded } from '../../harness/seeded';
import { HistoryChain } from '../../harness/ship/history-chain';
import { laterChain, RecordedChain, snapshotChain } from '../../harness/ship/recorded-chain';
import { statusOfRecording } from '../../harness/ship/recorded-source';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { wholeHistory } from '../follow/support/whole-history';
import { tableDigests } from '../store/table-digest';
import { NO_END, rangesOf } from './asked-ranges';

const newFolder = useArchiveFolders();

/** A store in SQLite that a follower has brought to a block: its rows, and what a reader answers. */
async function filledStore(url: string, lastNum: number, options: Partial<FollowOptions> = {}) {
  const file = path.join(newFolder('store'), 'chain.sqlite');
  const following = followInto(openSqliteWriter(file), url, options);
  await following.until(({ lastBlockNum }) => lastBlockNum === lastNum);
  await following.stop();
  expect(following.status.refusals).toBe(0);
  expect(following.logs.filter((text) => text.includes('not anchored'))).toEqual([]);
  await following.store.close();
  const database = new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 4 });
  // The journal depends on which blocks were written in one transaction, and that on the time at which they came.
  const { undo, ...tables } = await tableDigests(database);
  expect(undo).toBeDefined();
  await database.close();
  const reader = openSqliteReader(file);
  const history = await wholeHistory(reader);
  await reader.close();
  return { tables, history, events: following.events };
}

describe('stores that are filled from archives', () => {
  const genesis = new RecordedChain();
  const snapshot = snapshotChain(statusOfRecording('snapshot'));

  it.each([
    ['from its genesis on', genesis, 126, 174],
    ['from a snapshot on', snapshot, 1044, 1106],
  ])(
    'the store of a real chain %s has the rows of one that was filled from the server, and continues there without a gap',
    async (_, chain, irreversible, last) => {
      const server = await ShipServer.start(chain);
      const folder = newFolder('archive');
      await exportInto(folder, server.url);
      const expected = await filledStore(server.url, last);
      server.requests.splice(0);
      const filled = await filledStore(server.url, last, { archiveUrls: [urlOf(folder)] });
      expect(rangesOf(server)).toEqual([[irreversible + 1, NO_END]]);
      await server.close();
      expect(filled.tables).toEqual(expected.tables);
      expectEqual(filled.history, expected.history);
      expect(filled.events).toEqual(expected.events);
    },
  );

  it('the store of a development chain has the rows of one that was filled from the server', async () => {
    const chain = await HistoryChain.start();
    for (let count = 0; count < 4; count++) {
      const { status, text } = await chain.node.transact(
        [transfer('alice', 'bob', '0.00010000 BTC', { memo: String(count) })],
        [chain.node.keyOf('alice')],
      );
      if (status !== 202) throw new Error(text);
      await chain.produce(20);
    }
    const folder = newFolder('archive');
    await exportInto(folder, chain.shipUrl);
    const head = chain.chain.head().num;
    const expected = await filledStore(chain.shipUrl, head);
    const filled = await filledStore(chain.shipUrl, head, { archiveUrls: [urlOf(folder)] });
    await chain.close();
    expect(filled.tables).toEqual(expected.tables);
    expectEqual(filled.history, expected.history);
  });

  it.each(useStoreLocations())(
    'a store in %s that is filled from an archive has the whole history',
    async (_, locate) => {
      const server = await ShipServer.start(genesis);
      const folder = newFolder('archive');
      await exportInto(folder, server.url);
      const { history } = await filledStore(server.url, 174);
      const location = await locate('archive');
      const archiveUrls = [urlOf(folder)];
      const filled = followInto(await openHistoryWriter(location), server.url, { archiveUrls });
      await filled.until(({ lastBlockNum }) => lastBlockNum === 174);
      await filled.stop();
      const reader = await openHistoryReader(location);
      expectEqual(await wholeHistory(reader), history);
      await reader.close();
      await filled.store.close();
      await server.close();
    },
  );

  describe('of a recorded chain whose server begins later', () => {
    let server: ShipServer;
    let late: ShipServer;
    let folder: string;
    let expected: Awaited<ReturnType<typeof filledStore>>;
    beforeAll(async () => {
      server = await ShipServer.start(genesis);
      late = await ShipServer.start(laterChain(genesis, 101));
      folder = newFolder('archive');
      await exportInto(folder, server.url);
      expected = await filledStore(server.url, 174);
    });
    beforeEach(() => late.requests.splice(0));
    afterAll(() => Promise.all([server.close(), late.close()]));

    it('an archive gives the blocks that no server has any more', async () => {
      const { tables } = await filledStore(late.url, 174, { archiveUrls: [urlOf(folder)] });
      expect(tables).toEqual(expected.tables);
      expect(rangesOf(late)).toEqual([[127, NO_END]]);
    });

    it('an HTTP host serves an archive', async () => {
      const files = filesOf(folder);
      const asked: string[] = [];
      const host = createServer(({ url = '' }, response) => {
        asked.push(url);
        const file = files.get(path.basename(url));
        response.writeHead(file === undefined ? 404 : 200).end(file);
      }).listen(0, '127.0.0.1');
      await once(host, 'listening');
      const { port } = host.address() as AddressInfo;
      const archiveUrls = [`http://127.0.0.1:${String(port)}/some/path`];
      const { tables } = await filledStore(late.url, 174, { archiveUrls });
      host.close();
      expect(tables).toEqual(expected.tables);
      expect(asked[0]).toBe('/some/path/manifest.json');
    });

    it('archives of ranges that follow each other are used in turn, in whatever order they are named', async () => {
      const parts = [newFolder('first'), newFolder('second'), newFolder('third')];
      await exportInto(parts[0]!, server.url, { to: 33 });
      await exportInto(parts[1]!, server.url, { from: 34, to: 90 });
      await exportInto(parts[2]!, server.url, { from: 80, to: 110 });
      const archiveUrls = parts.toReversed().map(urlOf);
      const { tables } = await filledStore(late.url, 174, { archiveUrls });
      expect(tables).toEqual(expected.tables);
      expect(rangesOf(late)).toEqual([[111, NO_END]]);
    });

    it('a fill that is stopped at any moment continues behind its last block', async () => {
      const store = new MemoryHistory();
      const random = new Seeded(5);
      for (let stops = 0; stops < 6; stops++) {
        const following = followInto(store, late.url, { archiveUrls: [urlOf(folder)], batchBlocks: 3 });
        const enough = 15 * stops + random.integer(15);
        await following.until(({ lastBlockNum }) => (lastBlockNum ?? 0) >= enough);
        await following.stop();
      }
      const following = followInto(store, late.url, { archiveUrls: [urlOf(folder)] });
      await following.until(({ lastBlockNum }) => lastBlockNum === 174);
      await following.stop();
      expect(store.blocks.map(({ block }) => block.num)).toEqual(
        Array.from({ length: 174 }, (_, at) => at + 1),
      );
    });

    it('the first block that is set may be in the middle of a segment', async () => {
      const options = { archiveUrls: [urlOf(folder)], firstBlock: 47 };
      const { tables } = await filledStore(late.url, 174, options);
      expect(tables).toEqual((await filledStore(server.url, 174, { firstBlock: 47 })).tables);
    });

    it('a store whose server lost the blocks that come next takes them from an archive that is there later', async () => {
      const store = new MemoryHistory();
      const early = followInto(store, server.url, { archiveUrls: [urlOf(newFolder('none'))], firstBlock: 2 });
      await early.until(({ error }) => error !== undefined);
      expect(early.status.error).toContain('manifest.json cannot be read');
      expect(store.blocks).toEqual([]);
      await early.stop();

      const first = newFolder('first');
      await exportInto(first, server.url, { to: 40 });
      const following = followInto(store, late.url, { archiveUrls: [urlOf(first)] });
      await following.until(({ error }) => error !== undefined);
      expect(following.status.error).toContain('has no history of block 41');
      await exportInto(first, server.url);
      await following.until(({ lastBlockNum }) => lastBlockNum === 174);
      expect(following.status).toMatchObject({ error: undefined, isReady: true });
      await following.stop();
    });

    it('a store that has blocks continues at its servers while its archive is away', async () => {
      const store = new MemoryHistory();
      const before = followInto(store, server.url, { firstBlock: 1 });
      await before.until(({ lastBlockNum }) => lastBlockNum === 174);
      await before.stop();
      const archiveUrls = ['http://127.0.0.1:1/archive', urlOf(newFolder('none'))];
      const following = followInto(store, server.url, { archiveUrls });
      await following.until(({ isReady }) => isReady);
      expect(following.status).toMatchObject({ error: undefined, refusals: 0 });
      await following.stop();
    });
  });

  it('an empty store waits for the first one of its archives, and does not begin at a later one', async () => {
    const chain = new ModelChain();
    chain.extend(120);
    const server = await ShipServer.start(chain);
    const archives = [newFolder('first'), newFolder('second')];
    await exportInto(archives[0]!, server.url, { to: 40 });
    await exportInto(archives[1]!, server.url, { from: 41, to: 100 });
    const [file, bytes] = [...filesOf(archives[0]!)][0]!;
    const damaged = path.join(archives[0]!, file);
    writeFileSync(damaged, '');
    chain.firstNum = 101;
    const following = startFollowing(server.url, { archiveUrls: archives.map(urlOf) });
    await following.until(({ error }) => error !== undefined);
    expect(following.store.blocks).toEqual([]);
    writeFileSync(damaged, bytes);
    await following.until(({ lastBlockNum }) => lastBlockNum === 120);
    await following.stop();
    await server.close();
    expect(following.store.blocks[0]!.block.num).toBe(1);
  });

  it('a store with an archive that has the state of a snapshot alone begins at its server', async () => {
    const server = await ShipServer.start(snapshot);
    const folder = newFolder('archive');
    await exportInto(folder, server.url, { to: snapshot.blocks[0]!.thisBlock!.blockNum });
    const following = startFollowing(server.url, { archiveUrls: [urlOf(folder)] });
    await following.until(({ lastBlockNum }) => lastBlockNum === 1106);
    await following.stop();
    await server.close();
    expect(following.status.refusals).toBe(0);
  });
});
