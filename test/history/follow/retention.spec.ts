import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { startFollowing } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const KEPT = 1000;

describe('history with a limit of blocks', () => {
  let chain: ModelChain;
  let server: ShipServer;
  beforeEach(async () => {
    chain = new ModelChain();
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  test('keeps the newest blocks, and at most a tenth more', async () => {
    chain.extend(2500);
    const following = startFollowing(server.url, { keepBlocks: KEPT });
    await following.until(({ lastBlockNum }) => lastBlockNum === 2500);
    await following.stop();
    const { firstBlockNum, isPruned } = await new MemoryReader(following.store).status();
    expect(isPruned).toBe(true);
    expect(firstBlockNum).toBeLessThanOrEqual(2500 - KEPT + 1);
    expect(firstBlockNum).toBeGreaterThan(2500 - KEPT - KEPT / 10);
  });

  test('keeps reversible blocks beyond the limit', async () => {
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
});
