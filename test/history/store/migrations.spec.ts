import { completeBlocks } from '../../harness/history/complete-blocks';
import { SampleBlocks } from '../../harness/history/sample-blocks';
import { storedHistory } from '../../harness/history/stored-history';
import { makeStoreOfVersion, runOnStore } from '../../harness/history/stored-version';
import { allOr } from '../../harness/long';
import { useStoreLocations } from '../../harness/history/store-locations';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { StoreVersionError } from '../../../apps/history/src/store/errors';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import type { HistoryReader, HistoryWriter } from '../../../apps/history/src/store/port';
import type { SchemaMode } from '../../../apps/history/src/store/sql/migrations';
import { SCHEMA_VERSION } from '../../../apps/history/src/store/sql/schema';
import { answerText, portQueries } from '../../harness/history/query-battery';
import { Random } from '../../../apps/history/src/store/testing/random';

const CHAIN_ID = new Uint8Array(32).fill(1);
const IRREVERSIBLE = 4;
const QUERIES = allOr(20, 3);
/** Schedule version of headers with instant finality. */
const SAVANNA = 0x80000000;

/** Blocks behind those of the old store. */
function laterBlocks(): BlockWrites[] {
  const blocks = new SampleBlocks();
  for (let num = 2; num <= 6; num++) blocks.next();
  return [blocks.next(), blocks.next()];
}

async function answersOf(reader: HistoryReader): Promise<string[]> {
  const answers = [answerText(await storedHistory(reader))];
  for (const { title, ask } of portQueries(new Random(3), completeBlocks(), QUERIES))
    if (title !== 'status') answers.push(`${title}: ${answerText(await ask(reader))}`);
  return answers;
}

const LOCATIONS = useStoreLocations();

describe.each(LOCATIONS)('a store of an earlier version in %s', (_, locate) => {
  let old: string;
  let reader: HistoryReader;
  let fresh: { readonly reader: HistoryReader; readonly writer: HistoryWriter };
  let writer: HistoryWriter | undefined;

  let count = 0;
  beforeEach(async () => {
    count += 1;
    old = await locate(`migrated_${String(count)}`);
    await makeStoreOfVersion(11, old);
    reader = await openHistoryReader(old);
    const location = await locate(`fresh_${String(count)}`);
    const made = await openHistoryWriter(location);
    await made.open(CHAIN_ID);
    await made.append(completeBlocks(), IRREVERSIBLE);
    fresh = { writer: made, reader: await openHistoryReader(location) };
  });
  afterEach(async () => {
    await reader.close();
    await writer?.close();
    writer = undefined;
    await fresh.writer.close();
    await fresh.reader.close();
  });

  async function migrate(schema?: SchemaMode): Promise<HistoryWriter> {
    await writer?.close();
    writer = await openHistoryWriter(old, {}, { schema });
    await writer.open(CHAIN_ID);
    return writer;
  }

  it('a reader answers from it before its writer has migrated it', async () => {
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
  });

  it('a reader that was there before answers the same after the migration', async () => {
    await answersOf(reader);
    await migrate();
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
  });

  it('a migrated store takes blocks, undoes them and answers as one that never was of that version', async () => {
    const migrated = await migrate();
    for (const each of [migrated, fresh.writer]) {
      await each.undoTo(IRREVERSIBLE);
      await each.append(completeBlocks().slice(3), IRREVERSIBLE);
      await each.append(laterBlocks(), 5);
    }
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
    expect((await migrated.cursor())!.num).toBe(8);
  });

  it('a migrated store is not migrated again', async () => {
    await (await migrate()).close();
    await migrate();
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
  });

  it('a store that is two versions older is migrated step by step, and knows that it began in the middle', async () => {
    const older = await locate(`older_${String(count)}`);
    await makeStoreOfVersion(5, older);
    const migrated = await openHistoryWriter(older);
    await migrated.open(CHAIN_ID);
    const late = await openHistoryReader(older);
    const answers = await answersOf(late);
    // The blocks of the old store have no permission of the system: they are not the whole state.
    const known = (await late.status()).stateKnownFrom;
    await migrated.close();
    await late.close();
    // Blocks before the first one may have missed others.
    const total = ['"total":{"relation":"eq"', '"total":{"relation":"gte"'] as const;
    const expected = (await answersOf(fresh.reader)).map((one) =>
      one.startsWith('missed ') && !one.includes('"fromTimeMs"') ? one.replace(...total) : one,
    );
    expect({ answers, known }).toEqual({ answers: expected, known: 2 });
  });

  it('a migrated store has no candles before its first block of trades, and takes trades, undoes them and forgets those of another layout', async () => {
    const pair = 7n;
    const minute = (await fresh.reader.status()).head!.timeMs;
    const trade = (price: bigint) => ({
      ...{ pair, timeMs: minute, price: { units: price, decimals: 8 } },
      ...{ base: { units: 5n, decimals: 8 }, quote: { units: 9n, decimals: 8 } },
    });
    const query = { pair, spanMs: 60_000, order: 'asc', limit: 10 } as const;
    expect(await reader.candles(query)).toBeUndefined();
    writer = await openHistoryWriter(old, {}, { trades: 'one' });
    await writer.open(CHAIN_ID);
    expect(await reader.candles(query)).toEqual({ items: [], knownFromMs: undefined });
    const [first, second] = laterBlocks();
    await writer.append([{ ...first!, trades: [trade(3n), trade(8n)] }], 5);
    const before = await reader.candles(query);
    expect(before!.items).toMatchObject([{ trades: 2, high: { units: 8n }, base: { units: 10n } }]);
    await writer.append([{ ...second!, trades: [trade(1n)] }], 5);
    expect((await reader.candles(query))!.items).toMatchObject([{ trades: 3, low: { units: 1n } }]);
    await writer.undoTo(first!.block.num);
    expect(await reader.candles(query)).toEqual(before);
    await writer.close();
    writer = await openHistoryWriter(old, {}, { trades: 'two' });
    await writer.open(CHAIN_ID);
    expect((await reader.candles(query))!.items).toEqual([]);
    await writer.undoTo(5);
    expect((await reader.candles(query))!.items).toEqual([]);
  });

  it('a process that may only check refuses it and leaves it as it is, and works on it once it is migrated', async () => {
    const attempt = migrate('check');
    await expect(attempt).rejects.toThrow(StoreVersionError);
    await expect(attempt).rejects.toThrow('start the process that writes with HISTORY_SCHEMA=migrate once');
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
    await migrate();
    const checked = await migrate('check');
    await checked.append(laterBlocks(), 5);
    expect((await checked.cursor())!.num).toBe(8);
  });

  describe('of version 9 with a first fill', () => {
    let filling: string;
    beforeEach(async () => {
      filling = await locate(`filling_${String(count)}`);
      await makeStoreOfVersion(9, filling);
    });

    /** Blocks behind the head of the old store, with the schedules of their headers; the last two are a filled range. */
    const fill = async (schedules: readonly [first: number, second: number], head = 1): Promise<string[]> => {
      const copy =
        'SELECT $1, id, previous, time, producer, $2, first_seq, cpu, net, trx_count, trx_mroot, action_mroot';
      const columns =
        'num, id, previous, time, producer, schedule, first_seq, cpu, net, trx_count, trx_mroot, action_mroot';
      await runOnStore(filling, [
        ['UPDATE block SET schedule = $1 WHERE num = 6', [head]],
        ...schedules.map(
          (schedule, index) =>
            [
              `INSERT INTO block (${columns}) ${copy.replace('$1', String(8 + index)).replace('$2', String(schedule))} FROM block WHERE num = 6`,
              [],
            ] as const,
        ),
        [
          'INSERT INTO filled (first, last, last_id, previous, next_seq, content) SELECT 8, 9, id, id, 0, id FROM block WHERE num = 9',
          [],
        ],
        ['UPDATE cursor SET fill_to = 20', []],
      ]);
      const notices: string[] = [];
      writer = await openHistoryWriter(filling, {}, { notice: (text) => notices.push(text) });
      await writer.open(CHAIN_ID);
      return notices.filter((text) => !text.startsWith('the index'));
    };

    it('behind the switch to instant finality: the log says once that its producers are lost, and the way out', async () => {
      expect(await fill([1, SAVANNA])).toEqual([
        expect.stringMatching(
          /^version 9 of the store filled in blocks up to 9, behind the switch .* begin the fill again, in an empty store$/,
        ),
      ]);
      await writer!.close();
      const notices: string[] = [];
      writer = await openHistoryWriter(filling, {}, { notice: (text) => notices.push(text) });
      await writer.open(CHAIN_ID);
      expect(notices).toEqual([]);
    });

    it('before the switch: the log says nothing', async () => {
      expect(await fill([1, 1])).toEqual([]);
    });

    it('in a store that is behind the switch itself: the log says nothing', async () => {
      expect(await fill([SAVANNA, SAVANNA], SAVANNA)).toEqual([]);
    });
  });

  it.each([
    ['newer', SCHEMA_VERSION + 1, 'use the newer program'],
    ['too old', 4, 'start a program between the two first'],
  ])('a store of a %s version is refused, and left as it is', async (_age, version, text) => {
    await runOnStore(old, [[`UPDATE cursor SET schema = ${String(version)}`, []]]);
    const attempt = migrate();
    await expect(attempt).rejects.toThrow(StoreVersionError);
    await expect(attempt).rejects.toThrow(text);
    expect(await answersOf(reader)).toEqual(await answersOf(fresh.reader));
  });

  it('a migration that fails leaves the store as it was', async () => {
    const older = await locate(`failing_${String(count)}`);
    await makeStoreOfVersion(7, older);
    await runOnStore(older, [['ALTER TABLE cursor ADD COLUMN cold_block bigint NOT NULL DEFAULT 7', []]]);
    writer = await openHistoryWriter(older);
    await expect(writer.open(CHAIN_ID)).rejects.toThrow(/cold_block/);
    await runOnStore(older, [['ALTER TABLE cursor DROP COLUMN cold_block', []]]);
    await writer.open(CHAIN_ID);
    const migrated = await openHistoryReader(older);
    const answers = await answersOf(migrated);
    await migrated.close();
    expect(answers).toEqual(await answersOf(fresh.reader));
  });
});

test('a process that may only check makes no tables in an empty database', async () => {
  const [, [, locate]] = LOCATIONS;
  const writer = await openHistoryWriter(await locate('unmade'), {}, { schema: 'check' });
  await expect(writer.open(CHAIN_ID)).rejects.toThrow(
    'the store has no tables, and HISTORY_SCHEMA=check makes none',
  );
  await writer.close();
});
