import { AnswerTooLargeError, oncePer, type TablePage } from '@app/upstream';

/** Rows of one page in bytes of JSON: with what surrounds them an answer stays below 60 kB (docs/rules.md, reads). */
export const MAX_ROWS_BYTES = 59_000;

/** Reads at most `limit` rows from where the page starts. */
export type ReadPage = (limit: number) => Promise<TablePage>;

/** Rows may change between two reads: then a page is cut again, this often. */
const MAX_READS = 6;

/**
 * A page that stays below the size bound, by how many rows of a page fit. A page that is too large is read again with as many rows as
 * fit, so that the node itself names the key to continue with. One row is returned however large it is.
 */
export async function readRowPage(read: ReadPage, limit: number, fitting = fittingKnown): Promise<TablePage> {
  let rows = limit;
  for (let reads = 1; ; reads += 1) {
    const page = await readOrShrink(read, rows);
    const count = fitting(page);
    if (count >= page.rows.length || page.rows.length <= 1 || reads === MAX_READS) return page;
    rows = Math.max(1, count);
  }
}

/** Measured once for each page: equal reads of one moment share it. */
const fittingKnown = oncePer((page: TablePage) => fittingRows(page, MAX_ROWS_BYTES));

/** A page that even the node's answer is too large for is asked for in smaller ones. */
async function readOrShrink(read: ReadPage, limit: number): Promise<TablePage> {
  try {
    return await read(limit);
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError) || limit === 1) throw error;
    return readOrShrink(read, Math.max(1, Math.floor(limit / 8)));
  }
}

/** How many rows from the start fit into `maxBytes` of JSON. */
export function fittingRows(page: TablePage, maxBytes: number): number {
  const { rows, bytes } = page;
  // The node's own text is not shorter than this JSON: when that fits, nothing has to be measured.
  if (bytes - bytesAroundRows(page) <= maxBytes) return rows.length;
  let size = 2;
  for (const [index, row] of rows.entries()) {
    size += jsonBytes(row) + 1;
    if (size > maxBytes) return index;
  }
  return rows.length;
}

/** Bytes of the shortest answer of a node besides its rows. Nodes of the first generation send no key. */
function bytesAroundRows({ more, nextKey }: TablePage): number {
  const next = nextKey === '' ? {} : { next_key: nextKey };
  return jsonBytes({ rows: [], more, ...next }) - jsonBytes([]);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
