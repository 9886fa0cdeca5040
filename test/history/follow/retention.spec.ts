import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { followInto, startFollowing } from '../../harness/history/following';
import { useStoreLocations } from '../../harness/history/store-locations';
import { storedHistory } from '../../harness/history/stored-history';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const KEPT = 1000;

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

  test('a limit of blocks keeps the newest blocks, and at most a tenth more', async () => {
    chain.extend(2500);
    const following = startFollowing(server.url, { keepBlocks: KEPT });
    await following.until(({ lastBlockNum }) => lastBlockNum === 2500);
    await following.stop();
    const { firstBlockNum, isPruned } = await new MemoryReader(following.store).status();
    expect(isPruned).toBe(true);
    expect(firstBlockNum).toBeLessThanOrEqual(2500 - KEPT + 1);
    expect(firstBlockNum).toBeGreaterThan(2500 - KEPT - KEPT / 10);
  });

  test('a limit of blocks keeps reversible blocks beyond it', async () => {
    chain.extend(2500, 1400);
    const following = startFollowing(server.url, { keepBlocks: KEPT });
    await following.until(({ lastBlockNum }) => lastBlockNum === 2500);
    chain.fork(1399, 1500);
    server.flush();
    await following.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeLessThanOrEqual(1100);
    expect(following.store.blocks.at(-1)!.block.id).toEqual(chain.head.blockId);
  });

  test('a limit of days keeps the days before the last block, and at most 100 blocks more', async () => {
    chain.extend(2500);
    const following = startFollowing(server.url, { keepDays: daysOf(600) });
    await following.until(({ lastBlockNum }) => lastBlockNum === 2500);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeLessThanOrEqual(2500 - 600);
    expect(firstBlockNum).toBeGreaterThanOrEqual(2500 - 600 - 250);
  });

  test.each([
    ['blocks', { keepBlocks: 300, keepDays: daysOf(2000) }],
    ['days', { keepBlocks: 2000, keepDays: daysOf(300) }],
  ])('the shorter one of two limits applies when it is that of %s', async (_, limits) => {
    chain.extend(2500);
    const following = startFollowing(server.url, limits);
    await following.until(({ lastBlockNum }) => lastBlockNum === 2500);
    await following.stop();
    const { firstBlockNum } = await new MemoryReader(following.store).status();
    expect(firstBlockNum).toBeGreaterThanOrEqual(2500 - 300 - 250);
  });
});

describe('history with a limit of days', () => {
  test.each(useStoreLocations())(
    'history with a limit of days in %s is that of the model: blocks, actions, deltas, exact totals and first block',
    async (_, locate) => {
      const chain = new ModelChain();
      const server = await ShipServer.start(chain);
      chain.extend(900);
      const limits = { keepDays: daysOf(400), batchBlocks: 50, credits: 50 };
      const location = await locate('days');
      const stored = followInto(await openHistoryWriter(location), server.url, limits);
      await stored.until(({ lastBlockNum }) => lastBlockNum === 900);
      await stored.stop();
      const reader = await openHistoryReader(location);
      const history = await storedHistory(reader);
      const { firstBlockNum, head, actions } = history.status;
      expect(firstBlockNum).toBeGreaterThan(1);
      expect(firstBlockNum).toBeLessThanOrEqual(900 - 400);
      expect([head?.num, actions]).toEqual([900, 900 - firstBlockNum + 1]);
      const model = startFollowing(server.url);
      await model.until(({ lastBlockNum }) => lastBlockNum === 900);
      await model.stop();
      await model.store.prune(firstBlockNum);
      expect(history).toEqual(await storedHistory(new MemoryReader(model.store)));
      await reader.close();
      await stored.store.close();
      await server.close();
    },
  );
});
