import { AnswerTooLargeError, type TablePage } from '@app/upstream';
import fc from 'fast-check';
import { type ReadPage, RowPages } from './row-page';

/** A node with a table of rows of these sizes, which answers at most `nodeLimit` bytes. */
function nodeWith(sizes: readonly number[], nodeLimit = Infinity) {
  const asked: number[] = [];
  const read = (limit: number): Promise<TablePage> => {
    asked.push(limit);
    const rows = sizes.slice(0, limit).map((size, id) => ({ id, fill: 'x'.repeat(size) }));
    const bytes = JSON.stringify({ rows, more: true, next_key: '12345' }).length;
    if (bytes > nodeLimit) return Promise.reject(new AnswerTooLargeError('node', nodeLimit));
    const more = rows.length < sizes.length;
    return Promise.resolve({ rows, more, nextKey: more ? String(rows.length) : '', bytes });
  };
  return { read, asked };
}

/** A page of a table that was not read before. */
const readRowPage = (read: ReadPage, limit: number, maxBytes = 1_000) =>
  new RowPages(maxBytes).read('dex/orders', limit, read);
const sizeOf = ({ rows }: TablePage) => JSON.stringify(rows).length;

describe('a page of rows', () => {
  it('a page of rows is one read when it is small', async () => {
    const node = nodeWith([10, 10, 10]);
    expect(await readRowPage(node.read, 2)).toMatchObject({ more: true, nextKey: '2' });
    expect(node.asked).toEqual([2]);
  });

  it('a page of rows is read again with the rows that fit, so that the node names the next key', async () => {
    const node = nodeWith(Array.from({ length: 50 }, () => 100));
    const page = await readRowPage(node.read, 50);
    expect(node.asked).toEqual([50, 8]);
    expect(page).toMatchObject({ more: true, nextKey: '8' });
    expect(sizeOf(page)).toBeLessThanOrEqual(1_000);
  });

  it('a page of rows has one row at least, however large it is', async () => {
    const page = await readRowPage(nodeWith([5_000, 10]).read, 10);
    expect(page.rows).toHaveLength(1);
    expect(page).toMatchObject({ more: true, nextKey: '1' });
  });

  it('a page of rows is asked for in smaller ones when even the node says too much', async () => {
    const node = nodeWith(
      Array.from({ length: 500 }, () => 1_000),
      100_000,
    );
    const page = await readRowPage(node.read, 500, 10_000);
    expect(node.asked).toEqual([500, 62, 9]);
    expect(page.rows).toHaveLength(9);
  });

  it('a page of rows fails on a single row beyond all bounds', async () => {
    await expect(readRowPage(nodeWith([5_000], 1_000).read, 3)).rejects.toThrow(AnswerTooLargeError);
  });

  it('a page of rows ends although the table changes between the reads', async () => {
    let reads = 0;
    const page = await readRowPage(() => {
      reads += 1;
      return Promise.resolve({
        rows: ['x'.repeat(600), 'y'.repeat(600)],
        more: true,
        nextKey: 'k',
        bytes: 1_300,
      });
    }, 9);
    expect(reads).toBeLessThan(10);
    expect(page.nextKey).toBe('k');
  });

  it('pages of rows lose no row and stay below the bound', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat(40), fc.nat(400)), { maxLength: 120 }),
        fc.integer({ min: 1, max: 30 }),
        async (sizes, limit) => {
          const seen: unknown[] = [];
          const pages = new RowPages(1_000);
          for (let from = 0; ;) {
            const page = await pages.read('dex/orders', limit, nodeWith(sizes.slice(from)).read);
            seen.push(...page.rows.map((row) => String((row as { fill: string }).fill).length));
            if (page.rows.length > 1) expect(sizeOf(page)).toBeLessThanOrEqual(1_000);
            if (!page.more) break;
            from += Number(page.nextKey);
          }
          expect(seen).toEqual(sizes);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a page of a table is one read, and the same again, when a page of it was too large before', async () => {
    const pages = new RowPages(1_000);
    const node = nodeWith(Array.from({ length: 50 }, () => 20));
    const first = await pages.read('dex/orders', 50, node.read);
    expect(node.asked).toEqual([50, 25]);
    expect(await pages.read('dex/orders', 50, node.read)).toEqual(first);
    expect(node.asked).toEqual([50, 25, 25]);
    await pages.read('dex/trades', 50, node.read);
    expect(node.asked.slice(3)).toEqual([50, 25]);
  });

  it('a page of rows that are longer than those before is cut again', async () => {
    const pages = new RowPages(1_000);
    await pages.read('dex/orders', 50, nodeWith(Array.from({ length: 50 }, () => 20)).read);
    const node = nodeWith(Array.from({ length: 50 }, () => 60));
    const page = await pages.read('dex/orders', 50, node.read);
    expect(node.asked).toEqual([25, 12]);
    expect(sizeOf(page)).toBeLessThanOrEqual(1_000);
  });

  it('a page of rows that are shorter than those before is read again with more rows', async () => {
    const pages = new RowPages(1_000);
    await pages.read('dex/orders', 50, nodeWith(Array.from({ length: 50 }, () => 60)).read);
    const node = nodeWith(Array.from({ length: 50 }, () => 20));
    const page = await pages.read('dex/orders', 50, node.read);
    expect(node.asked).toEqual([12, 24]);
    expect(sizeOf(page)).toBeGreaterThan(900);
  });

  it('a page of a table has the limit when that is lower than the rows that fit', async () => {
    const pages = new RowPages(1_000);
    const node = nodeWith(Array.from({ length: 50 }, () => 20));
    await pages.read('dex/orders', 50, node.read);
    expect((await pages.read('dex/orders', 5, node.read)).rows).toHaveLength(5);
    expect(node.asked).toEqual([50, 25, 5]);
  });

  it('a table whose rows fit is read whole each time', async () => {
    const pages = new RowPages(1_000);
    const node = nodeWith(Array.from({ length: 24 }, () => 20));
    for (let times = 0; times < 2; times += 1)
      expect(await pages.read('dex/orders', 24, node.read)).toMatchObject({ more: false });
    expect(node.asked).toEqual([24, 24]);
  });

  it('rows that fit are not remembered of a node that names no key to continue with', async () => {
    const pages = new RowPages(1_000);
    const node = nodeWith(Array.from({ length: 50 }, () => 20));
    const read: ReadPage = async (limit) => ({ ...(await node.read(limit)), nextKey: '' });
    await pages.read('dex/orders', 50, read);
    await pages.read('dex/orders', 50, read);
    expect(node.asked).toEqual([50, 25, 50, 25]);
  });
});
