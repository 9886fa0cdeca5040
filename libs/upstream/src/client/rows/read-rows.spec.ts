import fc from 'fast-check';
import type { TablePage } from '../answers/tables';
import type { TableRowsQuery } from '../table-queries';
import { readPages, readRows } from './read-rows';

const table = { code: 'dex', scope: 'btcusdt', table: 'orderbook2' };

/** A table of the rows 0, 1, ... of a node that takes no more than `breath` rows at once. */
function nodeWith(size: number, breath = Infinity) {
  const asked: TableRowsQuery[] = [];
  const tableRows = (query: TableRowsQuery): Promise<TablePage> => {
    asked.push(query);
    const { lower_bound: lower = '0', upper_bound: upper = String(size - 1), limit = 10, reverse } = query;
    const ids = Array.from({ length: size }, (_, id) => id).filter((id) => id >= +lower && id <= +upper);
    if (reverse) ids.reverse();
    const taken = ids.slice(0, Math.min(limit, breath));
    const next = ids[taken.length];
    return Promise.resolve({
      rows: taken,
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

  it('reading rows ends at a node that returns single rows, and reports that rows are left', async () => {
    const node = nodeWith(100, 1);
    const { rows, more } = await readRows(node, table);
    expect([rows.length, more, node.asked.length]).toEqual([8, true, 8]);
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
