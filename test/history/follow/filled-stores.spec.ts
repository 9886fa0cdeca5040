import path from 'node:path';
import fc from 'fast-check';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { expectEqual } from '../../harness/expect-equal';
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

/** Four ranges of 500 at least: the sessions of a process take second ones. */
const BLOCKS = longOr(2_500, 1_600);
const SESSIONS = 3;

const stores = useStoreLocations();

describe('stores that several sessions fill', () => {
  let chain: HistoryChain;
  let expected: Awaited<ReturnType<typeof wholeHistory>>;
  beforeAll(async () => {
    chain = await HistoryChain.start();
    for (let count = 0; count < 6; count++) {
      const { status, text } = await chain.node.transact(
        [transfer('alice', 'bob', '0.00010000 BTC', { memo: String(count) })],
        [chain.node.keyOf('alice')],
      );
      if (status !== 202) throw new Error(text);
      await chain.produce(longOr(50, 25));
    }
    const single = startFollowing(chain.shipUrl);
    await single.until(({ lastBlockNum }) => lastBlockNum === chain.chain.head().num);
    await single.stop();
    expected = await wholeHistory(new MemoryReader(single.store));
  });
  afterAll(() => chain.close());

  test.each(stores)(
    'a store in %s that several sessions fill has the history that one session writes',
    async (_, locate) => {
      const headNum = chain.chain.head().num;
      const location = await locate('development');
      const filled = followInto(await openHistoryWriter(location), chain.shipUrl, { backfill: SMALL_RANGES });
      await filled.until(({ lastBlockNum }) => lastBlockNum === headNum);
      await filled.stop();
      const reader = await openHistoryReader(location);
      expectEqual(await wholeHistory(reader), expected);
      expect(filled.events.filter((event) => typeof event === 'string')).toEqual([]);
      expect([...filled.events].sort((left, right) => Number(left) - Number(right))).toEqual(filled.events);
      await reader.close();
      await filled.store.close();
    },
  );
});

describe('kills of a history process whose sessions fill a store', () => {
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
  const kills = fc.array(fc.integer({ min: 1, max: BLOCKS / 2 }), { minLength: 1, maxLength: longOr(3, 1) });

  test.each(stores)(
    'a store in %s whose process is killed during the fill has the history that one session writes',
    async (_, locate) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(kills, async (counts) => {
          const location = await locate(`killed${run++}`);
          for (const count of counts) {
            const { process, reader } = await start(location);
            const enough = server.sent + count;
            await until(async () => server.sent >= enough || (await isWhole(reader)));
            await process.stop('SIGKILL');
            await reader.close();
          }
          const { process, reader } = await start(location);
          await until(() => isWhole(reader));
          await process.stop('SIGTERM');
          expectEqual(await wholeHistory(reader), expected);
          await reader.close();
        }),
        { numRuns: longOr(20, 1) },
      );
    },
  );

  /** A process that fills the store, and a reader of the store in this process. */
  async function start(location: string) {
    const isFile = location.startsWith('/');
    const place = isFile
      ? { HISTORY_STATE_DIR: path.dirname(location), HISTORY_NAME: path.basename(location, '.db') }
      : { HISTORY_DATABASE_URL: location, HISTORY_ROLE: 'index' };
    const process = new HistoryProcess({
      HISTORY_SHIP_URL: server.url,
      HISTORY_BACKFILL_SESSIONS: String(SESSIONS),
      ...place,
    });
    await process.started();
    const reader = await openHistoryReader(isFile ? location.replace(/\.db$/, '.sqlite') : location);
    return { process, reader };
  }

  /** Not while a new database has no tables yet. */
  const isWhole = async (reader: HistoryReader): Promise<boolean> => {
    try {
      return (await reader.status()).head?.num === BLOCKS;
    } catch (error) {
      if (error instanceof StoreUnavailableError) return false;
      throw error;
    }
  };
});
