import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BLOCKS, type BlockConditions } from '../../../apps/history/src/routes/blocks/found-blocks';
import { BroadQueryError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';

/** More than are looked at in three reads. */
const BLOCKS_STORED = 16_000;
const [FIRST_BUSY, LAST_BUSY] = [100, 15_900];
const QUERY: BlockConditions = {
  range: {},
  order: 'desc',
  producers: [],
  minTransactions: 1,
  skip: 0,
  limit: 10,
};

describe('a search of blocks over several reads', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-blocks-'));
  const file = path.join(folder, 'blocks.db');
  let nowMs = 0;
  const readers: SqlHistoryReader[] = [];
  const readerWith = (maxMs: number): SqlHistoryReader => {
    const reader = new SqlHistoryReader(new SqliteReaders(file, 1), {
      limits: { maxMs },
      monotonicMs: () => nowMs++,
    });
    readers.push(reader);
    return reader;
  };

  beforeAll(async () => {
    const made = new SampleBlocks();
    const writer = openSqliteWriter(file, 8);
    await writer.open(new Uint8Array(32));
    const all = Array.from({ length: BLOCKS_STORED }, (_, index) =>
      made.next([FIRST_BUSY, LAST_BUSY].includes(index + 2) ? [[noteAction('alice', 'text')]] : []),
    );
    await writer.append(all, 0);
    await writer.close();
  });
  afterAll(async () => {
    for (const reader of readers) await reader.close();
    rmSync(folder, { recursive: true });
  });

  const numbersOf = async (conditions: Partial<BlockConditions>): Promise<unknown> => {
    const { items, total } = await readerWith(1_000).answer(BLOCKS, { ...QUERY, ...conditions });
    return [items.map(({ num }) => num), total];
  };

  it('a search of blocks finds blocks of the first and of the last read, in both orders', async () => {
    const total = { value: 2, relation: 'eq' };
    expect(await numbersOf({})).toEqual([[LAST_BUSY, FIRST_BUSY], total]);
    expect(await numbersOf({ order: 'asc' })).toEqual([[FIRST_BUSY, LAST_BUSY], total]);
    expect(await numbersOf({ skip: 1 })).toEqual([[FIRST_BUSY], total]);
  });

  it('a search of blocks ends once the page is full, with a lower limit of the total', async () => {
    expect(await numbersOf({ limit: 1 })).toEqual([[LAST_BUSY], { value: 1, relation: 'gte' }]);
  });

  it('a search of blocks looks at every block of a range once', async () => {
    const { items } = await readerWith(1_000).answer(BLOCKS, {
      ...QUERY,
      producers: [name('producera')],
      minTransactions: 0,
      limit: 1_000,
      skip: 7_000,
    });
    // Even numbers from 16,000 down, after 7,001 of them: block 2 is the first one that is stored.
    expect(items.map(({ num }) => num)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 2_000 - 2 * index),
    );
  });

  it('a search of blocks refuses a search that needs more time than it has, and names what would narrow it', async () => {
    await expect(readerWith(1).answer(BLOCKS, QUERY)).rejects.toThrow(BroadQueryError);
    await expect(readerWith(1).answer(BLOCKS, QUERY)).rejects.toThrow('after, before');
  });
});
