import { pricesTable } from '../../../apps/devchain/src/contracts/oracle/tables';
import { AdminChain } from './support/admin-chain';
import { BLOCK_INTERVAL_MS } from '../../../apps/devchain/src/kernel/blocks/slots';

const END_OF_TIME_MS = Date.UTC(2068, 0, 1);

describe.each([true, false])('block time, simulation: %s', (simulation) => {
  let chain: AdminChain;
  beforeAll(async () => {
    chain = await AdminChain.start({ simulation });
  });
  afterAll(() => chain.close());

  const head = () => chain.devchain.chain.head();

  it('the time of a chain begins at the current time, after blocks of the preceding seconds', () => {
    const { num, timeMs } = head();
    expect(timeMs - chain.clock.now()).toBeLessThanOrEqual(BLOCK_INTERVAL_MS);
    const block = (behind: number) => chain.devchain.chain.block(num - behind)!;
    for (let behind = 0; behind < 20; behind++) {
      const { timeMs: earlierMs } = block(behind + 1).header;
      expect(block(behind).header.timeMs - earlierMs).toBe(BLOCK_INTERVAL_MS);
    }
  });

  it('the time of a chain follows the produced blocks, so that the next block does not wait', async () => {
    await chain.admin.mustSend('produce-blocks', { count: 100 });
    const { timeMs } = head();
    await chain.admin.mustSend('reset');
    await chain.admin.mustSend('produce-blocks', { count: 2 });
    expect(head().timeMs - timeMs).toBeGreaterThanOrEqual(BLOCK_INTERVAL_MS);
    expect(head().timeMs - timeMs).toBeLessThanOrEqual(2 * BLOCK_INTERVAL_MS);
  });

  it('the time of a chain advances by the requested seconds, with one block before and two after', async () => {
    // Each request seals a block at once, so that the head is ahead of the clock.
    for (let request = 0; request < 5; request++) await chain.admin.mustSend('price', { price: '90000' });
    const { num, timeMs } = head();
    await chain.admin.mustSend('advance-time', { seconds: 3600 });
    const times = [1, 2, 3].map((above) => chain.devchain.chain.block(num + above)!.header.timeMs - timeMs);
    const landingMs = times[1]!;
    expect(times).toEqual([BLOCK_INTERVAL_MS, landingMs, landingMs + BLOCK_INTERVAL_MS]);
    expect(landingMs - BLOCK_INTERVAL_MS).toBeGreaterThanOrEqual(3_600_000);
    expect(landingMs - BLOCK_INTERVAL_MS).toBeLessThanOrEqual(3_600_000 + 2 * BLOCK_INTERVAL_MS);
    expect(head().num).toBe(num + 3);
  });

  it('the time of a chain ends at the last time that a block can encode', async () => {
    const leftSeconds = () => Math.floor((END_OF_TIME_MS - head().timeMs) / 1000) - 10;
    for (let left = leftSeconds(); left > 0; left = leftSeconds()) {
      await chain.admin.mustSend('advance-time', { seconds: Math.min(left, 31_536_000) });
    }
    const before = head();
    expect(await chain.admin.refusal('advance-time', { seconds: 20 })).toBe(
      'seconds: no block can be of a time after 2067',
    );
    expect(head()).toEqual(before);
  });
});

describe('price', () => {
  it('the price after the clock was advanced has the new time', async () => {
    const chain = await AdminChain.start({ simulation: true });
    try {
      await chain.admin.mustSend('advance-time', { seconds: 3600 });
      const [price] = chain.rows('oracle', 'oracle', pricesTable);
      expect(chain.devchain.chain.head().timeMs - price!.updated_at).toBeLessThan(2_000);
    } finally {
      await chain.close();
    }
  });
});

describe('simulated traffic', () => {
  let chain: AdminChain;
  afterEach(() => chain.close());

  const transactionsIn = async (blocks: number): Promise<number> => {
    const { num } = chain.devchain.chain.head();
    await chain.admin.mustSend('produce-blocks', { count: blocks });
    const counts = Array.from(
      { length: blocks - 1 },
      (_, at) => chain.devchain.chain.block(num + 2 + at)!.transactions.length,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  it('simulated traffic pauses and resumes, while blocks continue', async () => {
    chain = await AdminChain.start({ simulation: true });
    expect(await transactionsIn(60)).toBeGreaterThan(0);
    expect(await chain.admin.mustSend('pause-simulation')).toEqual({ simulation: 'paused' });
    await chain.admin.mustSend('produce-blocks', { count: 1 });
    expect(await transactionsIn(60)).toBe(0);
    expect(await chain.admin.mustSend('resume-simulation')).toEqual({ simulation: 'running' });
    expect(await transactionsIn(60)).toBeGreaterThan(0);
  });

  it('simulated traffic cannot be paused on a chain without it', async () => {
    chain = await AdminChain.start({ simulation: false });
    expect(await chain.admin.refusal('pause-simulation', {})).toBe('the chain has no simulated traffic');
  });
});
