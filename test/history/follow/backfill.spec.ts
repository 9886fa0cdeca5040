import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { followInto, startFollowing } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { SMALL_RANGES } from './support/small-ranges';

/** A store that fails once while it connects, after other sessions continued. */
class FailingHistory extends MemoryHistory {
  #fills = 0;
  #fails = true;

  override async fill(...given: Parameters<MemoryHistory['fill']>): Promise<void> {
    await super.fill(...given);
    this.#fills += 1;
  }

  override async append(...given: Parameters<MemoryHistory['append']>): Promise<void> {
    if (this.#fails && this.blocks.length > 0) {
      this.#fails = false;
      const before = this.#fills;
      // The others may wait for this one: then they do not continue.
      for (let turn = 0; turn < 1_000 && this.#fills === before; turn++) await new Promise(setImmediate);
      throw new StoreUnavailableError('the database does not answer');
    }
    return super.append(...given);
  }
}

describe('a fill in ranges', () => {
  let chain: ModelChain;
  let server: ShipServer;
  beforeEach(async () => {
    chain = new ModelChain();
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  test('a fill begins with the first two blocks, reads each range once, and follows live behind the last one', async () => {
    chain.extend(130);
    const following = startFollowing(server.url, { backfill: SMALL_RANGES });
    await following.until(({ lastBlockNum }) => lastBlockNum === 130);
    await following.stop();
    const [first, ...later] = server.requests.map(({ startBlockNum, endBlockNum }) => [
      startBlockNum,
      endBlockNum,
    ]);
    expect(first).toEqual([1, 3]);
    expect(later.slice(0, 7).sort(([left], [right]) => left! - right!)).toEqual([
      [3, 23],
      [23, 43],
      [43, 63],
      [63, 83],
      [83, 103],
      [103, 123],
      [123, 128],
    ]);
    expect(later.slice(7)).toEqual([[128, 0xffffffff]]);
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });

  test('a fill ends where all servers have irreversible blocks, whatever one of them makes up', async () => {
    chain.extend(130);
    const far = { blockNum: 0xfffffff0, blockId: Buffer.alloc(32, 'fffffff0', 'hex') };
    const liar = await ShipServer.start({
      status: () => ({ ...chain.status(), head: far, lastIrreversible: far }),
      open: (...given) => chain.open(...given),
    });
    const following = startFollowing(liar.url, { backfill: SMALL_RANGES, otherUrls: [server.url] });
    await following.until(({ lastBlockNum }) => lastBlockNum === 130);
    await following.stop();
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
    await liar.close();
  });

  test('a fill reports a block that the node lacks, and shows nothing behind it until it is there', async () => {
    chain.extend(130);
    chain.lost.add(50);
    const following = startFollowing(server.url, { backfill: SMALL_RANGES });
    const { error } = await following.until((status) => status.error !== undefined);
    expect(error).toBe('the node has no history of block 50: it sent block 51');
    await following.until(({ lastBlockNum }) => (lastBlockNum ?? 0) >= 41);
    const { head, holes } = await new MemoryReader(following.store).status();
    expect(head!.num).toBeLessThan(50);
    expect(holes).toEqual([{ from: head!.num + 1, to: 127 }]);
    chain.lost.clear();
    await following.until(({ lastBlockNum }) => lastBlockNum === 130);
    await following.stop();
    expect((await new MemoryReader(following.store).status()).holes).toEqual([]);
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });

  test('a store that fails while it connects ranges has each empty slot once in the end', async () => {
    chain.slotsPerBlock = 2;
    chain.extend(300);
    const following = followInto(new FailingHistory(), server.url, { backfill: SMALL_RANGES });
    await following.until(({ lastBlockNum }) => lastBlockNum === 300);
    await following.stop();
    const missed = following.store.blocks.flatMap(({ missedBlocks }) =>
      missedBlocks.map(({ timeMs }) => timeMs),
    );
    // Before block 3 no producers are scheduled.
    const slots = following.store.blocks.slice(1, -1).map(({ block }) => block.timeMs + 500);
    expect(missed).toEqual(slots);
  });

  test('a fill continues where it was stopped, at any moment', async () => {
    chain.extend(300);
    const store = new MemoryHistory();
    for (let stops = 1; (await store.cursor())?.num !== 300; stops++) {
      const following = followInto(store, server.url, { backfill: SMALL_RANGES });
      const enough = server.sent + 20 + 7 * stops;
      await following.until(({ lastBlockNum }) => server.sent >= enough || lastBlockNum === 300);
      await following.stop();
    }
    expect(store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });

  test.each([
    ['with other blocks', 3],
    ['below the blocks to fill', 100],
  ])('a development chain that was taken back %s while it was filled is read again', async (_, lag) => {
    chain.extend(200);
    const development = await ShipServer.start(chain);
    chain.lost.add(150);
    const following = startFollowing(development.url, { backfill: SMALL_RANGES, allowsRewinds: true });
    await following.until((status) => status.error !== undefined);
    chain.lost.clear();
    chain.restart(209);
    chain.extend(1, lag);
    development.disconnect();
    await following.until(() => following.store.blocks.at(-1)?.block.num === 210);
    await following.stop();
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
    await development.close();
  });
});
