import { AnswerTooLargeError, oncePer, type TablePage } from '@app/upstream';
import { LRUCache } from 'lru-cache';

/** Rows of one page in bytes of JSON: with what surrounds them an answer stays below 60 kB (docs/rules.md, reads). */
export const MAX_ROWS_BYTES = 59_000;

/** Reads at most `limit` rows from where the page starts. */
export type ReadPage = (limit: number) => Promise<TablePage>;

/** Rows may change between two reads: then a page is cut again, this often. */
const MAX_READS = 6;
/** Fewer rows say too little about the length of the others. */
const FEWEST_MEASURED_ROWS = 10;
const MAX_MEASURED_TABLES = 1_000;
/** Part of the size bound that an expected page fills: rows differ in length. */
const EXPECTED_FILL = 0.95;
/** An expected page that fills less than this part, with rows left, is read again with more rows. */
const LEAST_FILL = 0.8;

/**
 * Pages that stay below the size bound. A page that is too large is read again with as many rows as fit, so that the
 * node itself names the key to continue with. The length of the rows of a table is remembered: its next page asks for
 * as many rows as are expected to fit, and takes one read instead of two. One row is returned however large it is.
 */
export class RowPages {
  /** Bytes of a row, by table. */
  readonly #rowBytes = new LRUCache<string, number>({ max: MAX_MEASURED_TABLES });
  /** Measured once for each page: equal reads of one moment share it. */
  readonly #fitting: (page: TablePage) => number;

  constructor(private readonly maxBytes = MAX_ROWS_BYTES) {
    this.#fitting = oncePer((page: TablePage) => fittingRows(page, maxBytes));
  }

  /** @param table any text that tells the table from others */
  async read(table: string, limit: number, read: ReadPage): Promise<TablePage> {
    let rows = Math.min(limit, this.#expectedRows(this.#rowBytes.get(table)));
    for (let reads = 1; ; reads += 1) {
      const page = await readOrShrink(read, rows);
      const { length } = page.rows;
      const bytes = rowBytesOf(page);
      if (length >= FEWEST_MEASURED_ROWS) this.#rowBytes.set(table, bytes / length);
      const count = this.#fitting(page);
      if (count < length && length > 1) {
        if (reads === MAX_READS) return page;
        rows = Math.max(1, count);
      } else {
        const isExpected = reads === 1 && rows < limit && length === rows && page.more;
        if (!isExpected || bytes >= LEAST_FILL * this.maxBytes) return page;
        rows = Math.min(limit, Math.max(rows + 1, this.#expectedRows(bytes / length)));
      }
    }
  }

  #expectedRows(rowBytes: number | undefined): number {
    if (rowBytes === undefined) return Infinity;
    return Math.max(1, Math.floor((EXPECTED_FILL * this.maxBytes) / rowBytes));
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
