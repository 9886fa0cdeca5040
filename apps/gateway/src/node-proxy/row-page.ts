import { AnswerTooLargeError, memoizeByObject, type TablePage } from '@app/upstream';
import { LRUCache } from 'lru-cache';

/** Rows of one page in bytes of JSON: with what surrounds them an answer stays below 60 kB (docs/reference/rules.md, reads). */
export const MAX_ROWS_BYTES = 59_000;

/** Reads at most `limit` rows from where the page starts. */
export type ReadPage = (limit: number) => Promise<TablePage>;

/** Rows may change between two reads: then a page is cut again, this often. */
const MAX_READS = 6;
const MAX_KNOWN_TABLES = 1_000;
/** A page of the known number of rows that fills less than this part of the bound is read again with more rows. */
const LEAST_FILL = 0.8;
/** The part that it should fill then: rows differ in length. */
const EXPECTED_FILL = 0.95;

/**
 * Pages that stay below the size bound. A page that is too large is read again with as many rows as fit, so that the
 * node itself names the key to continue with. That number is remembered for the table: the same page, and most other
 * pages of the table, take one read then. One row is returned however large it is.
 */
export class RowPages {
  /** Rows that fit into a page, by table: of tables with a page that was too large. */
  readonly #known = new LRUCache<string, number>({ max: MAX_KNOWN_TABLES });
  /** Measured once for each page: equal reads of one moment share it. */
  readonly #fitting: (page: TablePage) => number;

  constructor(private readonly maxBytes = MAX_ROWS_BYTES) {
    this.#fitting = memoizeByObject((page: TablePage) => fittingRows(page, maxBytes));
  }

  /** @param table any text that tells the table and its scope from others */
  async read(table: string, limit: number, read: ReadPage): Promise<TablePage> {
    let rows = Math.min(limit, this.#known.get(table) ?? limit);
    for (let reads = 1; ; reads += 1) {
      const page = await readOrShrink(read, rows);
      const next = this.#rowsOfNextRead(page, rows, reads === 1 ? limit : rows);
      if (next === rows || reads === MAX_READS) {
        // Where a node names no key, the rows behind a page that is shorter than needed could not be reached.
        if (reads > 1 && page.nextKey !== '') this.#known.set(table, rows);
        return page;
      }
      rows = next;
    }
  }

  /** As many rows as were asked for when the page is as it should be; at most `most` when it is too short. */
  #rowsOfNextRead(page: TablePage, asked: number, most: number): number {
    const { length } = page.rows;
    const count = this.#fitting(page);
    if (count < length && length > 1) return Math.max(1, count);
    const bytes = rowBytesOf(page);
    const isTooShort = page.more && length === asked && bytes < LEAST_FILL * this.maxBytes;
    if (!isTooShort) return asked;
    return Math.max(asked, Math.min(most, Math.floor((length * EXPECTED_FILL * this.maxBytes) / bytes)));
  }
}

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
  const { rows } = page;
  // The node's own text is not shorter than this JSON: when that fits, nothing has to be measured.
  if (rowBytesOf(page) <= maxBytes) return rows.length;
  let size = 2;
  for (const [index, row] of rows.entries()) {
    size += jsonBytes(row) + 1;
    if (size > maxBytes) return index;
  }
  return rows.length;
}

/** Most bytes that the rows take in the answer of the node. Nodes of the first generation send no key. */
function rowBytesOf({ bytes, more, nextKey }: TablePage): number {
  const next = nextKey === '' ? {} : { next_key: nextKey };
  return bytes - (jsonBytes({ rows: [], more, ...next }) - jsonBytes([]));
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
