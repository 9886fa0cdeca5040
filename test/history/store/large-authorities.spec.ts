import { LargePageError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks, sampleKey, samplePermission } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';

const MIB = 1024 * 1024;
const KEY = sampleKey(5);
const PERMISSIONS = 5;
const ALL = { skip: 0, limit: 1000 };
const [[, fileOf]] = useStoreLocations();

test('permissions with large authorities are listed by key and account without them, and bounded with them', async () => {
  const database = new ReadBytes(
    new SqliteDatabase(await fileOf('authorities'), { isReadOnly: false, cacheMiB: 2 }),
  );
  const writer = new SqlHistoryWriter(database);
  const reader = new SqlHistoryReader(database);
  try {
    const names = Array.from({ length: PERMISSIONS }, (_permission, index) => name(`large${index + 1}`));
    const permissions = names.map((each) => {
      const permission = samplePermission('mallory', KEY);
      const victim = { actor: name('victim'), permission: name('active'), weight: 1 };
      const { authority } = permission;
      // Half a megabyte.
      const accounts = Array.from({ length: 25_000 }, () => victim);
      return { ...permission, name: each, authority: { ...authority!, accounts } };
    });
    await writer.open(CHAIN_ID);
    await writer.append([new SampleBlocks().next([], { permissions })], 0);
    const key = permissions[0]!.authority.keys[0]!.key;
    database.mostOfOne = 0;
    for (const { items, total } of [
      await reader.keyPlaces(key, ALL),
      await reader.controlledPermissions(name('victim'), ALL),
    ]) {
      expect(items).toEqual(names.map((each) => ({ owner: name('mallory'), name: each })));
      expect(total).toEqual({ value: PERMISSIONS, relation: 'eq' });
    }
    await expect(reader.keyPermissions(key, ALL)).rejects.toThrow(new LargePageError(2));
    expect(database.mostOfOne).toBeLessThan(1024);
    expect((await reader.keyPermissions(key, { skip: 2, limit: 2 })).items).toMatchObject([
      { name: names[2] },
      { name: names[3] },
    ]);
    expect(database.mostOfOne).toBeLessThan(1.1 * MIB);
  } finally {
    await writer.close();
  }
});
