import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROWS_AT_BLOCK, type RowsAtBlock } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import type { RowKey } from '../../../apps/history/src/routes/table-rows/table-row';
import { openHistoryReader, openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { openSqliteWriter } from '../../../apps/history/src/store/sqlite/sqlite-history';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { balanceRow, name, SampleBlocks } from '../../harness/history/sample-blocks';
import { useStoreLocations } from '../../harness/history/store-locations';

const ROWS = 1_000;
/** Keys that are looked at before the time of a page is asked for. */
const WINDOW = 200;
const keys = Array.from({ length: ROWS }, (_, key) => BigInt(key));
/** The table at this block has every fifth row; the others come and go behind it. */
const AT_BLOCK = 2;
const early = keys.filter((key) => key % 5n === 0n);

const row = (primaryKey: bigint, present: boolean) => ({
  ...{ code: name('sys.token'), table: name('accounts'), scope: name('alice'), payer: name('alice') },
  ...{ primaryKey, present, value: present ? balanceRow('1.0000 SYS') : new Uint8Array() },
});

describe('a past table whose rows were removed since', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-past-'));
  const file = path.join(folder, 'past.db');
  const readers: SqlHistoryReader[] = [];

  beforeAll(async () => {
    const made = new SampleBlocks();
    const writer = openSqliteWriter(file, 8);
    await writer.open(new Uint8Array(32));
    await writer.append(
      [
        made.next([], { deltas: early.map((key) => row(key, true)) }),
        made.next([], {
          deltas: keys.filter((key) => !early.includes(key)).map((key) => row(key, true)),
        }),
        made.next([], { deltas: keys.map((key) => row(key, false)) }),
      ],
      0,
    );
    await writer.close();
  });
  afterAll(async () => {
    for (const reader of readers) await reader.close();
    rmSync(folder, { recursive: true });
  });

  /** All pages in their order; the time of each is used up when it is asked for. */
  async function pagesOf(maxMs: number): Promise<RowsAtBlock[]> {
    let nowMs = 0;
    const reader = new SqlHistoryReader(new SqliteReaders(file, 1), {
      limits: { maxMs },
      monotonicMs: () => nowMs++,
    });
    readers.push(reader);
    const pages: RowsAtBlock[] = [];
    let after: RowKey | undefined;
    do {
      const page: RowsAtBlock = await reader.answer(ROWS_AT_BLOCK, {
        ...{ code: name('sys.token'), table: name('accounts'), atBlock: AT_BLOCK, limit: ROWS },
        ...(after === undefined ? {} : { after }),
      });
      pages.push(page);
      after = page.next;
    } while (after !== undefined);
    return pages;
  }

  const keysOf = (pages: readonly RowsAtBlock[]) =>
    pages.flatMap(({ rows }) => rows.map(({ primaryKey }) => primaryKey));

  it('a past table is answered in one page within its time', async () => {
    const pages = await pagesOf(1_000);
    expect(pages).toHaveLength(1);
    expect(keysOf(pages)).toEqual(early);
  });

  it('a page of a past table ends when its time is used up, and the next ones have the other rows', async () => {
    const pages = await pagesOf(1);
    expect(pages).toHaveLength(ROWS / WINDOW);
    expect(pages.map(({ next }) => next?.primaryKey)).toEqual([199n, 399n, 599n, 799n, undefined]);
    expect(keysOf(pages)).toEqual(early);
  });
});

describe.each(useStoreLocations())('a past table in %s', (_kind, locate) => {
  it('a row that had no bytes is answered as it was', async () => {
    const location = await locate('empty');
    const made = new SampleBlocks();
    const writer = await openHistoryWriter(location);
    await writer.open(new Uint8Array(32));
    const empty = { ...row(1n, true), value: new Uint8Array() };
    await writer.append([made.next([], { deltas: [empty] }), made.next([], { deltas: [row(1n, true)] })], 0);
    await writer.close();
    const reader = await openHistoryReader(location);
    const { rows } = await reader.answer(ROWS_AT_BLOCK, {
      ...{ code: name('sys.token'), table: name('accounts'), atBlock: AT_BLOCK, limit: 10 },
    });
    await reader.close();
    expect(rows).toMatchObject([{ primaryKey: 1n, blockNum: AT_BLOCK, value: new Uint8Array() }]);
  });
});
