import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { expectEqual } from '../../harness/expect-equal';
import { followInto, startFollowing } from '../../harness/history/following';
import { useStoreLocations } from '../../harness/history/store-locations';
import { storedHistory } from '../../harness/history/stored-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const BLOCKS = 1000;
const KEPT = 400;
/** Fewer are not removed: the removal reads the whole range. */
const LEAST_REMOVED = 100;
/** The first block that the days keep is looked up once in 100 blocks, behind a commit of at most 50. */
const MOST_BEYOND_DAYS = LEAST_REMOVED + 100 + 50;

/** Days of so many blocks of the chain, which are half a second apart. */
const daysOf = (blocks: number): number => (blocks * 500) / 86_400_000;

describe('history with a limit of blocks', () => {
  let chain: ModelChain;
  let server: ShipServer;
  beforeEach(async () => {
    chain = new ModelChain();
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  test('a limit of blocks keeps the newest blocks, and at most 100 blocks more', async () => {
    chain.extend(BLOCKS);
    const following = startFollowing(server.url, { keepBlocks: KEPT });
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    const { firstBlockNum, isPruned } = await new MemoryReader(following.store).status();
    expect(isPruned).toBe(true);
    expect(firstBlockNum).toBeLessThanOrEqual(BLOCKS - KEPT + 1);
    expect(firstBlockNum).toBeGreaterThan(BLOCKS - KEPT - LEAST_REMOVED);
  });

  test('a limit of blocks keeps reversible blocks beyond it', async () => {
    chain.extend(BLOCKS, 600);
    const following = startFollowing(server.url, { keepBlocks: KEPT });
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    chain.fork(599, 700);
    server.flush();
    await following.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeLessThanOrEqual(BLOCKS - 600);
    expect(following.store.blocks.at(-1)!.block.id).toEqual(chain.head.blockId);
  });

  test('a limit of days keeps the days before the last block, and at most 250 blocks more', async () => {
    chain.extend(BLOCKS);
    const following = startFollowing(server.url, { keepDays: daysOf(KEPT) });
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeLessThanOrEqual(BLOCKS - KEPT);
    expect(firstBlockNum).toBeGreaterThanOrEqual(BLOCKS - KEPT - MOST_BEYOND_DAYS);
  });

  test.each([
    ['blocks', { keepBlocks: 300, keepDays: daysOf(800) }],
    ['days', { keepBlocks: 800, keepDays: daysOf(300) }],
  ])('the shorter one of two limits applies when it is that of %s', async (_, limits) => {
    chain.extend(BLOCKS);
    const following = startFollowing(server.url, limits);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeGreaterThanOrEqual(BLOCKS - 300 - MOST_BEYOND_DAYS);
  });
});

describe('history with a limit of days', () => {
  test.each(useStoreLocations())(
    'a limit of days leaves in %s the history of the model, with exact totals',
    async (_, locate) => {
      const chain = new ModelChain();
      const server = await ShipServer.start(chain);
      chain.extend(600);
      const limits = { keepDays: daysOf(250), batchBlocks: 50, credits: 50 };
      const location = await locate('days');
      const stored = followInto(await openHistoryWriter(location), server.url, limits);
      await stored.until(({ lastBlockNum }) => lastBlockNum === 600);
      await stored.stop();
      const reader = await openHistoryReader(location);
      const history = await storedHistory(reader);
      const { firstBlockNum, head, actions } = history.status;
      expect(firstBlockNum).toBeGreaterThan(1);
      expect(firstBlockNum).toBeLessThanOrEqual(600 - 250);
      expect([head?.num, actions]).toEqual([600, 600 - firstBlockNum + 1]);
      const model = startFollowing(server.url);
      await model.until(({ lastBlockNum }) => lastBlockNum === 600);
      await model.stop();
      await model.store.prune(firstBlockNum);
      expectEqual(history, await storedHistory(new MemoryReader(model.store)));
      await reader.close();
      await stored.store.close();
      await server.close();
    },
  );
});
