import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { LargePageError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { actionsOf, deltasOf, ENTRIES, largeBlocks, pagesOf } from './large-values';
import { ReadBytes } from './read-bytes';
import { type TestStore, useStores } from './stores';

const MIB = 1024 * 1024;
const BLOCKS = largeBlocks();
const SEARCHES = [
  ['actions of an account', actionsOf, { account: name('alice') }],
  ['actions of a transaction', actionsOf, { account: name('alice'), range: { fromBlock: 2 } }],
  ['actions that are decoded', actionsOf, { isWanted: () => Promise.resolve(true) }],
  ['rows of a table', deltasOf, { code: name('shop'), table: name('orders') }],
  ['rows that are checked', deltasOf, { isWanted: () => true }],
] as const;

describe.each(useStores())('pages with large values in %s', (_kind, create) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await create('page_bytes');
    await store.writer.open(CHAIN_ID);
    await store.writer.append(BLOCKS, 0);
  });
  afterAll(() => store.close());

  describe.each(SEARCHES)('%s', (_title, searchOf, query) => {
    it('pages end at 1 MiB, and have all entries together', async () => {
      expect(await pagesOf(searchOf(store.reader, query))).toEqual([
        { nums: [2, 3], isCut: true },
        { nums: [4, 5], isCut: true },
        { nums: [6, 7], isCut: true },
        { nums: [8], isCut: false },
      ]);
    });

    it('a page has one entry at least, and the number of all', async () => {
      const read = searchOf(store.reader, { ...query, order: 'desc' });
      const total = { value: ENTRIES, relation: 'eq' };
      expect(await read(undefined)).toMatchObject({ items: [{ num: 8 }], isCut: true, total });
    });

    it('a page that may not be short is refused with the limit that fits', async () => {
      const read = searchOf(store.reader, query);
      await expect(read(undefined, {})).rejects.toThrow(new LargePageError(2));
      expect((await read(undefined, { limit: 2 })).isCut).toBeUndefined();
      expect((await read(undefined, { maxBytes: 4 * MIB })).items).toHaveLength(ENTRIES);
    });
  });
});

describe.each(useStores())('a transaction with large actions in %s', (_kind, create) => {
  let store: TestStore;
  afterEach(() => store.close());

  it.each([
    ['answered below 16 MiB', 10, true],
    ['refused above 16 MiB, before an action is read', 17, false],
  ])('the actions of a transaction, and of a block, are %s', async (_title, count, isAnswered) => {
    store = await create(`whole_${String(count)}`);
    await store.writer.open(CHAIN_ID);
    const text = 'x'.repeat(MIB);
    const actions = Array.from({ length: count }, () => noteAction('alice', text));
    const written = new SampleBlocks().next([actions]);
    await store.writer.append([written], 0);
    const { reader } = store;
    const { id } = written.transactions[0]!;
    const whole = [
      reader.transaction(id),
      reader.blockTransactions(written.block.num).then(([first]) => first),
    ];
    const told = (await Promise.allSettled(whole)).map((read) =>
      read.status === 'fulfilled' ? read.value?.actions.length : (read.reason as Error).name,
    );
    expect(told).toEqual(isAnswered ? [count, count] : ['LargeAnswerError', 'LargeAnswerError']);
  });
});

describe('bytes that a page reads', () => {
  const [[, fileOf]] = useStoreLocations();

  it.each(SEARCHES)('a page of %s reads the bytes of its entries alone', async (_title, searchOf, query) => {
    const file = await fileOf(`bytes-${_title.replaceAll(' ', '-')}`);
    const writer = openSqliteWriter(file, 8);
    await writer.open(CHAIN_ID);
    await writer.append(BLOCKS, 0);
    await writer.close();
    const database = new ReadBytes(new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 2 }));
    const reader = new SqlHistoryReader(database);
    try {
      await searchOf(reader, query)(undefined);
      expect(database.mostOfOne).toBeGreaterThan(MIB / 2);
      expect(database.mostOfOne).toBeLessThan(1.2 * MIB);
    } finally {
      await reader.close();
    }
  });
});
