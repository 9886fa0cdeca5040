import { LargePageError } from '../../../apps/history/src/store/errors';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks, sampleKey, samplePermission } from '../../harness/history/sample-blocks';
import { ServedReader } from '../../harness/history/served-reader';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';

const MIB = 1024 * 1024;
const KEY = sampleKey(5);
const PERMISSIONS = 5;
const ALL = { skip: 0, limit: 1000 };
const [[, fileOf]] = useStoreLocations();

describe('permissions with large authorities', () => {
  const names = Array.from({ length: PERMISSIONS }, (_permission, index) => name(`large${index + 1}`));
  let database: ReadBytes;
  let writer: SqlHistoryWriter;
  let reader: SqlHistoryReader;

  beforeAll(async () => {
    database = new ReadBytes(
      new SqliteDatabase(await fileOf('authorities'), { isReadOnly: false, cacheMiB: 2 }),
    );
    writer = new SqlHistoryWriter(database);
    reader = new SqlHistoryReader(database);
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
  });
  beforeEach(() => {
    database.mostOfOne = 0;
  });
  afterAll(() => writer.close());

  test('permissions are listed by key and account without their authorities, and bounded with them', async () => {
    for (const { items, total } of [
      await reader.keyPlaces(KEY, ALL),
      await reader.controlledPermissions(name('victim'), ALL),
    ]) {
      expect(items).toEqual(names.map((each) => ({ owner: name('mallory'), name: each })));
      expect(total).toEqual({ value: PERMISSIONS, relation: 'eq' });
    }
    await expect(reader.keyPermissions(KEY, ALL)).rejects.toThrow(new LargePageError(2));
    expect(database.mostOfOne).toBeLessThan(1024);
    expect((await reader.keyPermissions(KEY, { skip: 2, limit: 2 })).items).toMatchObject([
      { name: names[2] },
      { name: names[3] },
    ]);
    expect(database.mostOfOne).toBeLessThan(1.1 * MIB);
  });

  test('get_creator of an account that is older than the history reads one of its permissions', async () => {
    const served = await ServedReader.start(reader, 0);
    try {
      const { status, json } = await served.get('/v2/history/get_creator', { account: 'mallory' });
      expect([status, json['creator']]).toEqual([200, '']);
      expect(database.mostOfOne).toBeLessThan(0.6 * MIB);
    } finally {
      await served.close();
    }
  });
});
