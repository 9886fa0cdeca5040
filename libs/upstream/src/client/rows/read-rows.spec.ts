import fc from 'fast-check';
import { type Json, nameFromValue } from '@app/antelope';
import type { TablePage } from '../answers/tables';
import type { TableRowsQuery } from '../table-queries';
import { readPages, readRows } from './read-rows';

const table = { code: 'dex', scope: 'btcusdt', table: 'orderbook2' };

/** How nodeos 5.0.3 continues a page that it ended for its time, and how the development chain does. */
type NextKey = 'last row' | 'next row';

/** A table of rows with the keys 0, 1, ... of a node that takes no more than `breath` rows at once. */
function nodeWith<Row extends Json = number>(
  size: number,
  breath = Infinity,
  nextKey: NextKey = 'next row',
  rowOf: (id: number, request: number) => Row = (id) => id as Row,
) {
  const asked: TableRowsQuery[] = [];
  const tableRows = (query: TableRowsQuery): Promise<TablePage> => {
    asked.push(query);
    const { lower_bound: lower = '0', upper_bound: upper = String(size - 1), limit = 10, reverse } = query;
    const ids = Array.from({ length: size }, (_, id) => id).filter((id) => id >= +lower && id <= +upper);
    if (reverse) ids.reverse();
    const taken = ids.slice(0, Math.min(limit, breath));
    const isLate = taken.length === breath;
    const next = ids[isLate && nextKey === 'last row' ? taken.length - 1 : taken.length];
    return Promise.resolve({
      rows: taken.map((id) => rowOf(id, asked.length)),
      more: next !== undefined,
      nextKey: next === undefined ? '' : String(next),
      bytes: 0,
    });
  };
  return { tableRows, asked };
}

describe('reading rows', () => {
  it('reading rows is one request when the node does not stop early, and its rows are passed on as they are', async () => {
    const page = { rows: [1, 2], more: true, nextKey: '3', bytes: 9 };
    const read = await readRows({ tableRows: () => Promise.resolve(page) }, table, 2);
    expect(read.rows).toBe(page.rows);
    expect(read.more).toBe(true);
  });

  it('reading rows takes 500 rows at most', async () => {
    const node = nodeWith(600);
    const { rows, more } = await readRows(node, table);
    expect([rows.length, more, node.asked.length]).toEqual([500, true, 1]);
  });

  it('reading rows continues where a node stopped early, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 8, max: 70 }),
        fc.integer({ min: 1, max: 50 }),
        fc.boolean(),
        async (size, breath, maxRows, reverse) => {
          const ids = Array.from({ length: size }, (_, id) => id);
          if (reverse) ids.reverse();
          const { rows, more } = await readRows(nodeWith(size, breath), { ...table, reverse }, maxRows);
          expect(rows).toEqual(ids.slice(0, maxRows));
          expect(more).toBe(size > maxRows);
        },
      ),
    );
  });

  it.each<[string, (id: number, request: number) => Json]>([
    ['stay as they are', (id) => ({ amount: 7, id })],
    ['change meanwhile', (id, request) => ({ amount: -request, id })],
    ['have their key as a text', (id, request) => ({ amount: -request, id: String(id) })],
    ['have a name as their key', (id, request) => ({ amount: -request, owner: nameFromValue(BigInt(id)) })],
    ['do not show their key, and stay as they are', (id) => ({ balance: `${id}.0 BTC` })],
    ['are alike but for their key', (id) => ({ id, price: 3, of: ['one', { side: 'buy' }] })],
  ])(
    'reading rows that %s returns each once, of a node out of time that continues with its last row again',
    async (_, rowOf) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 60 }),
          fc.integer({ min: 9, max: 70 }),
          fc.integer({ min: 1, max: 50 }),
          fc.boolean(),
          fc.constantFrom<NextKey>('last row', 'next row'),
          async (size, breath, maxRows, reverse, nextKey) => {
            const ids = Array.from({ length: size }, (_row, id) => id);
            if (reverse) ids.reverse();
            const node = nodeWith(size, breath, nextKey, rowOf);
            const { rows, more } = await readRows(node, { ...table, reverse }, maxRows);
            const bare = (row: Json) => JSON.stringify(row).replace(/"amount":-?\d+/, '');
            expect(rows.map(bare)).toEqual(ids.slice(0, maxRows).map((id) => bare(rowOf(id, 1))));
            if (!more) expect(size).toBeLessThanOrEqual(maxRows);
            if (size > maxRows) expect(more).toBe(true);
          },
        ),
      );
    },
  );

  it('reading rows takes a row that two pages share as it was read last', async () => {
    const node = nodeWith(12, 10, 'last row', (id, request) => ({ id, request }));
    const { rows, more } = await readRows(node, table);
    expect(rows.map((row) => (row as { request: number }).request)).toEqual([
      ...Array<number>(9).fill(1),
      2,
      2,
      2,
    ]);
    expect(more).toBe(false);
  });

  it('reading rows keeps rows of equal keys of an index that are not the same row', async () => {
    const pages = [
      {
        rows: [
          { id: 1, price: 5 },
          { id: 2, price: 5 },
        ],
        more: true,
        nextKey: '5',
        bytes: 9,
      },
      { rows: [{ id: 3, price: 5 }], more: false, nextKey: '', bytes: 9 },
    ];
    const chain = { tableRows: () => Promise.resolve(pages.shift()!) };
    const { rows } = await readRows(chain, { ...table, index_position: '2' });
    expect(rows).toEqual([
      { id: 1, price: 5 },
      { id: 2, price: 5 },
      { id: 3, price: 5 },
    ]);
  });

  it('reading rows ends at a node that returns single rows, and reports that rows are left', async () => {
    const node = nodeWith(100, 1);
    const { rows, more } = await readRows(node, table);
    expect([rows.length, more, node.asked.length]).toEqual([8, true, 8]);
    const late = nodeWith(100, 1, 'last row');
    expect(await readRows(late, table)).toEqual({ rows: [0], more: true });
    expect(late.asked.length).toBe(2);
  });

  it('reading rows reports that rows are left when the node names no next key', async () => {
    const page = { rows: [1], more: true, nextKey: '', bytes: 9 };
    const read = await readRows({ tableRows: () => Promise.resolve(page) }, table);
    expect(read).toEqual({ rows: [1], more: true });
  });
});

describe('readPages', () => {
  it('readPages returns every row once, in pages of at most 500, up to the bound', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2_600 }),
        fc.integer({ min: 250, max: 1_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        fc.boolean(),
        async (size, breath, maxRows, reverse) => {
          const ids = Array.from({ length: size }, (_, id) => id);
          if (reverse) ids.reverse();
          const node = nodeWith(size, breath);
          const { pages, more } = await readPages(node, { ...table, reverse }, { maxRows });
          expect(pages.flat()).toEqual(ids.slice(0, maxRows));
          expect(more).toBe(size > maxRows);
          expect(node.asked.every(({ limit }) => limit !== undefined && limit <= 500)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('readPages stops once the pages are enough', async () => {
    const node = nodeWith(5_000);
    const { pages, more } = await readPages(node, table, {
      maxRows: 5_000,
      isEnough: (read) => read.length === 2,
    });
    expect([pages.length, more, node.asked.length]).toEqual([2, true, 2]);
  });

  it('readPages stops at a key shared by more rows than fit on a page', async () => {
    const page = { rows: [1], more: true, nextKey: '7', bytes: 9 };
    const { pages, more } = await readPages({ tableRows: () => Promise.resolve(page) }, table, {
      maxRows: 5_000,
    });
    expect([pages.length, more]).toEqual([2, true]);
  });
});
