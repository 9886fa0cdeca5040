import path from 'node:path';
import fc from 'fast-check';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { followInto, startFollowing } from '../../harness/history/following';
import { useStoreLocations } from '../../harness/history/store-locations';
import { longOr } from '../../harness/long';
import { transfer } from '../../harness/node/test-chain';
import { HistoryProcess } from '../../harness/process/history-process';
import { HistoryChain } from '../../harness/ship/history-chain';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { until } from '../../harness/until';
import { SMALL_RANGES } from './support/small-ranges';
import { wholeHistory } from './support/whole-history';

const BLOCKS = 2_500;

const stores = useStoreLocations();

describe('a new store that several sessions fill', () => {
  let chain: HistoryChain;
  beforeAll(async () => {
    chain = await HistoryChain.start();
    for (let count = 0; count < 6; count++) {
      const { status, text } = await chain.node.transact(
        [transfer('alice', 'bob', '0.00010000 BTC', { memo: String(count) })],
        [chain.node.keyOf('alice')],
      );
      if (status !== 202) throw new Error(text);
      await chain.produce(50);
    }
  });
  afterAll(() => chain.close());

  test.each(stores)(
    '%s has the history of the development chain as one session writes it',
    async (_, locate) => {
      const headNum = chain.chain.head().num;
      const single = startFollowing(chain.shipUrl);
      await single.until(({ lastBlockNum }) => lastBlockNum === headNum);
      await single.stop();
      const location = await locate('development');
      const filled = followInto(await openHistoryWriter(location), chain.shipUrl, { backfill: SMALL_RANGES });
      await filled.until(({ lastBlockNum }) => lastBlockNum === headNum);
      await filled.stop();
      const reader = await openHistoryReader(location);
      expect(await wholeHistory(reader)).toEqual(await wholeHistory(new MemoryReader(single.store)));
      expect(filled.events.filter((event) => typeof event === 'string')).toEqual([]);
      expect([...filled.events].sort((left, right) => Number(left) - Number(right))).toEqual(filled.events);
      await reader.close();
      await filled.store.close();
    },
  );
});

describe('a history process that is killed while several sessions fill its store', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let expected: Awaited<ReturnType<typeof wholeHistory>>;
  beforeAll(async () => {
    chain = new ModelChain();
    chain.extend(BLOCKS);
    server = await ShipServer.start(chain);
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    expected = await wholeHistory(new MemoryReader(following.store));
  });
  afterAll(() => server.close());

  /** Number of blocks that are sent before each kill. */
  const kills = fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: longOr(1, 2), maxLength: 3 });

  test.each(stores)('the store in %s has the history that one session writes', async (_, locate) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(kills, async (counts) => {
        const location = await locate(`killed${run++}`);
        const isFile = location.startsWith('/');
        const start = () =>
          new HistoryProcess({
            HISTORY_SHIP_URL: server.url,
            HISTORY_BACKFILL_SESSIONS: '4',
            ...(isFile
              ? { HISTORY_STATE_DIR: path.dirname(location), HISTORY_NAME: path.basename(location, '.db') }
              : { HISTORY_DATABASE_URL: location }),
          });
        for (const count of counts) {
          const process = start();
          await process.url();
          const enough = server.sent + count;
          await until(async () => server.sent >= enough || (await isWhole(process)));
          await process.stop('SIGKILL');
        }
        const process = start();
        await until(() => isWhole(process));
        await process.stop('SIGTERM');
        const reader = await openHistoryReader(isFile ? location.replace(/\.db$/, '.sqlite') : location);
        expect(await wholeHistory(reader)).toEqual(expected);
        await reader.close();
      }),
      { numRuns: longOr(20, 1) },
    );
  });

  const isWhole = async (process: HistoryProcess): Promise<boolean> => {
    const answer = await fetch(`${await process.url()}/v1/chain/get_info`);
    const { head_block_num } = (await answer.json()) as { head_block_num?: number };
    return head_block_num === BLOCKS;
  };
});
