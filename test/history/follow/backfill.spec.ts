import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nameToValue } from '@app/antelope';
import { StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { MemoryHistory } from '../../../apps/history/src/store/memory/memory-history';
import { MemoryReader } from '../../../apps/history/src/store/memory/memory-reader';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { followInto, startFollowing } from '../../harness/history/following';
import { storedHistory } from '../../harness/history/stored-history';
import { longOr } from '../../harness/long';
import { transfer } from '../../harness/node/test-chain';
import { HistoryProcess } from '../../harness/process/history-process';
import { startPostgres, type PostgresServer } from '../../harness/process/postgres';
import { HistoryChain } from '../../harness/ship/history-chain';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

const POLL_MS = 10;
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
};
const SMALL_RANGES = { sessions: 3, rangeBlocks: 20, batchBlocks: 7 };
const PAGE = { skip: 0, limit: 1000 };
const BLOCKS = 2_500;

/** The state that every route of it reads, and the history. */
async function everything(reader: HistoryReader) {
  const accounts = ['alice', 'bob', 'eosio', 'btc.token'].map(nameToValue);
  const state = [];
  for (const account of accounts)
    state.push(
      await reader.tokens(account, PAGE),
      await reader.permissions(account),
      await reader.links({ account }),
      await reader.createdAccounts(account, PAGE),
      await reader.abi({ contract: account }),
      await reader.rows({ code: account, table: nameToValue('accounts'), limit: 1000 }),
      await reader.rows({ code: account, table: nameToValue('branch'), limit: 10_000 }),
      await reader.actions({ account, ...PAGE, order: 'asc', countUpTo: Infinity }),
    );
  return {
    ...(await storedHistory(reader)),
    state,
    schedule: await reader.schedule({ kind: 'activated' }),
    missed: await reader.missedBlocks({ limit: 1000 }),
    voters: await reader.voters({ ...PAGE, producers: [] }),
  };
}

let postgres: PostgresServer;
const folder = mkdtempSync(path.join(tmpdir(), 'history-backfill-'));
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const stores: [string, (name: string) => Promise<string>][] = [
  ['SQLite', async (name) => path.join(folder, `${name}.db`)],
  ['PostgreSQL', (name) => postgres.createDatabase(name)],
];

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
      expect(await everything(reader)).toEqual(await everything(new MemoryReader(single.store)));
      expect(filled.events.filter((event) => typeof event === 'string')).toEqual([]);
      expect([...filled.events].sort((left, right) => Number(left) - Number(right))).toEqual(filled.events);
      await reader.close();
      await filled.store.close();
    },
  );
});

/** A store that fails once while it connects, after other sessions went on. */
class FailingHistory extends MemoryHistory {
  private fills = 0;
  private fails = true;

  override async fill(...given: Parameters<MemoryHistory['fill']>): Promise<void> {
    await super.fill(...given);
    this.fills += 1;
  }

  override async append(...given: Parameters<MemoryHistory['append']>): Promise<void> {
    if (this.fails && this.blocks.length > 0) {
      this.fails = false;
      const before = this.fills;
      // The others may wait for this one: then they do not continue.
      for (let turn = 0; turn < 1_000 && this.fills === before; turn++) await new Promise(setImmediate);
      throw new StoreUnavailableError('the database does not answer');
    }
    return super.append(...given);
  }
}

describe('filling in ranges', () => {
  let chain: ModelChain;
  let server: ShipServer;
  beforeEach(async () => {
    chain = new ModelChain();
    server = await ShipServer.start(chain);
  });
  afterEach(() => server.close());

  test('begins with the first block, reads each range once, and follows live behind the last one', async () => {
    chain.extend(130);
    const following = startFollowing(server.url, { backfill: SMALL_RANGES });
    await following.until(({ lastBlockNum }) => lastBlockNum === 130);
    await following.stop();
    const [first, ...later] = server.requests.map(({ startBlockNum, endBlockNum }) => [
      startBlockNum,
      endBlockNum,
    ]);
    expect(first).toEqual([1, 2]);
    expect(later.slice(0, 7).sort(([left], [right]) => left! - right!)).toEqual([
      [2, 22],
      [22, 42],
      [42, 62],
      [62, 82],
      [82, 102],
      [102, 122],
      [122, 128],
    ]);
    expect(later.slice(7)).toEqual([[128, 0xffffffff]]);
    expect(following.store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });

  test('a block that the node lacks is reported, and nothing behind it becomes readable until it is there', async () => {
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

  test('a store that fails while it connects has each empty slot once in the end', async () => {
    chain.slotsPerBlock = 2;
    chain.extend(300);
    const following = followInto(new FailingHistory(), server.url, { backfill: SMALL_RANGES });
    await following.until(({ lastBlockNum }) => lastBlockNum === 300);
    await following.stop();
    const missed = following.store.blocks.flatMap(({ missedBlocks }) =>
      missedBlocks.map(({ timeMs }) => timeMs),
    );
    const slots = following.store.blocks.slice(0, -1).map(({ block }) => block.timeMs + 500);
    expect(missed).toEqual(slots);
  });

  test('continues where it was stopped, at any moment', async () => {
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
    const development = await ShipServer.start(chain, { serverHeader: 'state_history/devchain' });
    chain.lost.add(150);
    const following = startFollowing(development.url, { backfill: SMALL_RANGES });
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

describe('a history process that is killed while several sessions fill its store', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let expected: Awaited<ReturnType<typeof everything>>;
  beforeAll(async () => {
    chain = new ModelChain();
    chain.extend(BLOCKS);
    server = await ShipServer.start(chain);
    const following = startFollowing(server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === BLOCKS);
    await following.stop();
    expected = await everything(new MemoryReader(following.store));
  });
  afterAll(() => server.close());

  /** Number of blocks that are sent before each kill. */
  const kills = fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 3 });

  test.each(stores)('has in %s what one session writes', async (_, locate) => {
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
        expect(await everything(reader)).toEqual(expected);
        await reader.close();
      }),
      { numRuns: longOr(20, 2) },
    );
  });

  const isWhole = async (process: HistoryProcess): Promise<boolean> => {
    const answer = await fetch(`${await process.url()}/v1/chain/get_info`);
    const { head_block_num } = (await answer.json()) as { head_block_num?: number };
    return head_block_num === BLOCKS;
  };
});
