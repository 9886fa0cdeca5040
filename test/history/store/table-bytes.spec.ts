import type { DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { TABLE_ROWS } from '../../../apps/history/src/routes/table-rows/found-rows';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import type { RowKey } from '../../../apps/history/src/routes/table-rows/table-row';
import { LargePageError } from '../../../apps/history/src/store/errors';
import { MAX_SEARCHED_BYTES } from '../../../apps/history/src/store/page-bytes';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';

const MIB = 1024 * 1024;
const ROWS = 60;
/** Two of them are a page. */
const VALUE = new Uint8Array(MIB / 2);
const SEARCHED = 30;
const TABLE = { code: name('evil'), table: name('rows') };

const row = (index: number): DeltaWrite => ({
  ...{ ...TABLE, scope: name('evil'), primaryKey: BigInt(index), payer: name('evil') },
  ...{ present: true, value: VALUE },
});

describe('tables with large rows', () => {
  const [[, fileOf]] = useStoreLocations();
  let database: ReadBytes;
  let reader: SqlHistoryReader;

  beforeAll(async () => {
    const file = await fileOf('table-bytes');
    const writer = openSqliteWriter(file, 8);
    const blocks = new SampleBlocks();
    const deltas = Array.from({ length: ROWS }, (_row, index) => row(index));
    await writer.open(CHAIN_ID);
    await writer.append([blocks.next([], { deltas }), blocks.next(), blocks.next([], { deltas })], 0);
    await writer.close();
    database = new ReadBytes(new SqliteDatabase(file, { isReadOnly: true, cacheMiB: 2 }));
    reader = new SqlHistoryReader(database);
  });
  afterAll(() => reader.close());

  it.each([
    ['the head', {}],
    ['a block before', { atBlock: 3 }],
  ])('rows as of %s come in pages of 1 MiB, and all of them', async (_block, at) => {
    const keys: bigint[] = [];
    let after: RowKey | undefined;
    do {
      const { rows, next } = await reader.answer(ROWS_AT_BLOCK, {
        ...{ ...TABLE, ...at, limit: 1000 },
        ...(after && { after }),
      });
      expect(rows.length).toBeLessThanOrEqual(2);
      keys.push(...rows.map(({ primaryKey }) => primaryKey));
      after = next;
    } while (after !== undefined);
    expect(keys).toEqual(Array.from({ length: ROWS }, (_row, index) => BigInt(index)));
    expect(database.mostOfOne).toBeLessThan(1.1 * MIB);
  });

  it.each([
    ['a page', {}, 2],
    ['a search', { maxBytes: MAX_SEARCHED_BYTES }, SEARCHED],
  ])(
    'current rows of %s are refused with the limit that fits, before they are read',
    async (_kind, bytes, fitting) => {
      const page = { ...TABLE, ...bytes, skip: 0 };
      await expect(reader.answer(TABLE_ROWS, { ...page, limit: 5000 })).rejects.toThrow(
        new LargePageError(fitting),
      );
      expect(database.mostOfOne).toBeLessThan(1.1 * MIB);
      expect((await reader.answer(TABLE_ROWS, { ...page, limit: fitting })).items).toHaveLength(fitting);
    },
  );
});
