import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks, transferAction } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';

const MIB = 1024 * 1024;
/** About the most that an inline action may have. */
const MEMO = 'm'.repeat(MIB / 2);
const OF_BLOCK = 12;
const BLOCKS = 5;
/** Of what is read at once: 8 MiB. */
const MOST = 8.1 * MIB;
const ALL = { order: 'asc', skip: 0, limit: 1, countUpTo: 1_000 } as const;

describe('removals of large actions', () => {
  const [[, fileOf]] = useStoreLocations();

  it.each([
    ['pruning', (writer: SqlHistoryWriter) => writer.prune(BLOCKS + 1)],
    ['undoing', (writer: SqlHistoryWriter) => writer.undoTo(2)],
  ])('%s reads 8 MiB at once, and leaves no entry of an index', async (kind, remove) => {
    const database = new ReadBytes(
      new SqliteDatabase(await fileOf(`large-${kind}`), { isReadOnly: false, cacheMiB: 2 }),
    );
    const writer = new SqlHistoryWriter(database);
    const reader = new SqlHistoryReader(database);
    try {
      await writer.open(CHAIN_ID);
      const blocks = new SampleBlocks();
      const transfers = Array.from({ length: OF_BLOCK }, () => [
        transferAction('alice', 'bob', '1.0000 SYS', { memo: MEMO }),
      ]);
      await writer.append([blocks.next()], 2);
      for (let block = 3; block <= BLOCKS; block++) await writer.append([blocks.next(transfers)], 2);
      await writer.append([blocks.next([[transferAction('alice', 'bob', '2.0000 SYS')]])], 2);
      if (kind === 'pruning') await writer.append([blocks.next()], BLOCKS + 2);
      expect((await reader.actions({ ...ALL, account: name('bob') })).total.value).toBe(3 * OF_BLOCK + 1);
      database.mostOfOne = 0;
      await remove(writer);
      expect(database.mostOfOne).toBeGreaterThan(4 * MIB);
      expect(database.mostOfOne).toBeLessThan(MOST);
      const left = kind === 'pruning' ? 1 : 0;
      for (const query of [
        { account: name('bob') },
        { fields: [{ field: 'transfer.to' as const, values: [name('bob')] }] },
        {},
      ])
        expect((await reader.actions({ ...ALL, ...query })).total).toEqual({ value: left, relation: 'eq' });
    } finally {
      await writer.close();
    }
  });
});
