import { BroadQueryError } from '../../../apps/history/src/store/errors';
import type { ScheduleQuery } from '../../../apps/history/src/store/queries';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks, sampleKey } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';
import { ReadBytes } from './read-bytes';

const MIB = 1024 * 1024;
/** A chain that changes its producers with each block; as many of them as the protocol allows. */
const SCHEDULES = 1_000;
const PRODUCERS = Array.from({ length: 125 }, (_producer, index) => ({
  ...{ name: name('producer') + BigInt(index + 1) * 16n, threshold: 1 },
  keys: [{ key: sampleKey(index), weight: 1 }],
}));
const RARE = { name: name('rare'), threshold: 1, keys: [{ key: sampleKey(200), weight: 1 }] };
/** The oldest one has another producer. */
const FIRST_BLOCK = 2;
const [[, fileOf]] = useStoreLocations();

describe('schedules of a chain that has many', () => {
  let database: ReadBytes;
  let writer: SqlHistoryWriter;

  beforeAll(async () => {
    database = new ReadBytes(
      new SqliteDatabase(await fileOf('schedules'), { isReadOnly: false, cacheMiB: 2 }),
    );
    writer = new SqlHistoryWriter(database);
    const blocks = new SampleBlocks(FIRST_BLOCK);
    await writer.open(CHAIN_ID);
    await writer.append(
      Array.from({ length: SCHEDULES }, (_block, version) =>
        blocks.next([], {
          schedules: [{ kind: 'proposed', version, producers: version === 0 ? [RARE] : PRODUCERS }],
        }),
      ),
      0,
    );
  });
  beforeEach(() => {
    database.mostOfOne = 0;
  });
  afterAll(() => writer.close());

  const found = async (query: Partial<ScheduleQuery>, maxMs = Infinity) =>
    (await new SqlHistoryReader(database, { limits: { maxMs } }).schedule({ kind: 'proposed', ...query }))
      ?.blockNum;

  it('the newest schedule is read alone', async () => {
    expect(await found({})).toBe(FIRST_BLOCK + SCHEDULES - 1);
    expect(await found({ version: 5 })).toBe(FIRST_BLOCK + 5);
    expect(database.mostOfOne).toBeLessThan(MIB / 100);
  });

  it.each([
    ['producer', { producer: name('rare') }],
    ['key', { key: sampleKey(200) }],
  ])('a %s is found in the oldest schedule, a part of them read at a time', async (_condition, query) => {
    expect(await found(query)).toBe(FIRST_BLOCK);
    expect(await found({ ...query, range: { toBlock: 500 } })).toBe(FIRST_BLOCK);
    expect(await found({ ...query, range: { fromBlock: FIRST_BLOCK + 1 } })).toBeUndefined();
    expect(database.mostOfOne).toBeLessThan(1.5 * MIB);
  });

  it('a search for a producer ends when its time is used up', async () => {
    await expect(found({ producer: name('rare') }, 0)).rejects.toThrow(BroadQueryError);
    expect(await found({ producer: PRODUCERS[0]!.name }, 0)).toBe(FIRST_BLOCK + SCHEDULES - 1);
  });
});
