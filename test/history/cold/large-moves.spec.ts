import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TransferMaker } from '../../../apps/history/src/cold-sql/transfer-maker';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { openTransferTier } from '../../../apps/history/src/store/cold/open-cold-tier';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { ColdMover } from '../../../apps/history/src/store/sql/tiers/cold-mover';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { type ClickhouseServer, startClickhouse } from '../../harness/process/clickhouse';
import { ReadBytes } from '../store/read-bytes';
import { moveAll, SMALL, tierAt } from './tiered-stores';

const MIB = 1024 * 1024;
/** About the most that an inline action may have. */
const MEMO_BYTES = MIB / 2;
const TRANSFERS = 40;
/** Of what is read, and inserted, at once: 8 MiB. */
const MOST = 8.1 * MIB;

/** Forty large transfers in a range that is moved, and blocks behind it. */
function largeBlocks() {
  const blocks = new SampleBlocks();
  const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }];
  const transfers = Array.from({ length: TRANSFERS }, (_transfer, index) => [
    transferAction('mallory', 'victim', `${index}.0000 SYS`, { memo: 'm'.repeat(MEMO_BYTES) }),
  ]);
  return [blocks.next(transfers, { abis }), ...Array.from({ length: 10 }, () => blocks.next())];
}

describe('moves of large transfers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'large-moves-'));
  const opened: { close(): Promise<void> }[] = [];
  let clickhouse: ClickhouseServer;
  let url: string;
  let file: string;
  let database: ReadBytes;

  beforeAll(async () => {
    clickhouse = await startClickhouse();
    url = clickhouse.createDatabase('large');
    file = path.join(folder, 'large.db');
    database = new ReadBytes(new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 }));
    const writer = new SqlHistoryWriter(database);
    opened.push(writer);
    const blocks = largeBlocks();
    await writer.open(CHAIN_ID);
    await writer.append(blocks, blocks.at(-1)!.block.num);
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await clickhouse.kill();
    rmSync(folder, { recursive: true });
  });

  it('a range is copied, and removed here, in parts of 8 MiB', async () => {
    database.mostOfOne = 0;
    await moveAll(new ColdMover(database, tierAt(url), SMALL));
    expect(database.mostOfOne).toBeGreaterThan(4 * MIB);
    expect(database.mostOfOne).toBeLessThan(MOST);
    const left = await database.read((session) => session.tuples('SELECT seq FROM action'));
    expect(left).toEqual([]);
  });

  it('the transfers of a moved range are read back, and inserted, in parts of 8 MiB', async () => {
    const reader = new SqlHistoryReader(new TieredDatabase(new SqliteReaders(file, 1), tierAt(url)));
    const tier = openTransferTier(url);
    const staged: number[] = [];
    const read: number[] = [];
    const bytesOf = (value: unknown): number =>
      value instanceof Uint8Array
        ? value.length
        : Array.isArray(value)
          ? value.reduce<number>((sum, each) => sum + bytesOf(each), 0)
          : 0;
    const maker = new TransferMaker(
      {
        abi: (query) => reader.abi(query),
        close: () => reader.close(),
        answer: async (question, query) => {
          const answer = await reader.answer(question, query);
          if (Array.isArray(answer)) read.push(bytesOf(answer.map(({ data }: { data?: unknown }) => data)));
          return answer;
        },
      },
      {
        prepare: () => tier.prepare(),
        ranges: () => tier.ranges(),
        keepOnly: (firsts) => tier.keepOnly(firsts),
        clearStage: () => tier.clearStage(),
        replace: (range, sum) => tier.replace(range, sum),
        close: () => tier.close(),
        stage: (first, rows) => {
          staged.push(bytesOf(rows));
          return tier.stage(first, rows);
        },
      },
    );
    opened.push(maker);
    expect(await maker.step()).toMatchObject({ transfers: TRANSFERS });
    for (const parts of [read, staged]) {
      expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(TRANSFERS * MEMO_BYTES);
      expect(Math.max(...parts)).toBeLessThan(MOST);
    }
    const rows = await new ClickhouseHttp(url).rows(
      'SELECT uniqExact(amount), sum(length(memo)) FROM transfer',
      60_000,
    );
    expect(rows.map((row) => row.map(Number))).toEqual([[TRANSFERS, TRANSFERS * MEMO_BYTES]]);
  });
});
