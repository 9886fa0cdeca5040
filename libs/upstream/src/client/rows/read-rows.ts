import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, isName, type Json, nameToValue } from '@app/antelope';
import type { TablePage } from '../answers/tables';
import type { ChainClient } from '../chain-client';
import type { TableRowsQuery } from '../table-queries';

/** Most rows of one request to a node. Source: docs/reference/rules.md, reads. */
export const ROW_PAGE = 500;

/** Most rows a tool looks through to find those of one account. Source: docs/reference/rules.md, reads. */
export const MAX_SCANNED_ROWS = 10 * ROW_PAGE;

/** A node out of time may stop after a single row: it is asked to continue this often, no more. */
const MAX_CUT_READS = 7;

const PRIMARY = '1';

/** Rows from where a read began. `more` alone says whether rows follow. */
export interface RowsRead {
  readonly rows: readonly Json[];
  readonly more: boolean;
}

/** The same, page by page: equal reads of one moment share each page's rows. */
export interface PagesRead {
  readonly pages: readonly (readonly Json[])[];
  readonly more: boolean;
}

/** How far to read; ends before `maxRows` once `isEnough` says so of the pages so far. */
export interface ReadBounds {
  readonly maxRows: number;
  readonly isEnough?: (pages: readonly (readonly Json[])[]) => boolean;
}

type Query = Omit<TableRowsQuery, 'limit'>;
type Chain = Pick<ChainClient, 'tableRows'>;

/**
 * Reads up to `maxRows` rows in pages of at most ROW_PAGE. A node that stops before that although rows are left
 * is asked to continue; when it still has not come to the end, or names no next key, `more` stays true.
 * By the primary key each row is once in the pages, as it was read last: nodeos that is out of time continues with its
 * last row again. Rows of equal keys around the end of a page can be in both pages where the keys of the index are not
 * unique.
 */
export async function readPages(
  chain: Chain,
  query: Query,
  { maxRows, isEnough }: ReadBounds,
): Promise<PagesRead> {
  const pages: (readonly Json[])[] = [];
  const maxReads = Math.ceil(maxRows / ROW_PAGE) + MAX_CUT_READS;
  let left = maxRows;
  let from: string | undefined;
  for (;;) {
    const bound = from === undefined ? {} : boundOf(query, from);
    const page = await chain.tableRows({ ...query, ...bound, limit: Math.min(left, ROW_PAGE) });
    const before = pages.at(-1);
    if (before !== undefined && from !== undefined && isRepeated(query, before.at(-1), page.rows[0], from)) {
      pages[pages.length - 1] = before.slice(0, -1);
      left += 1;
    }
    pages.push(page.rows);
    left -= page.rows.length;
    const isOver = left <= 0 || pages.length === maxReads || isEnough?.(pages) === true;
    if (isOver || !goesOn(page, from)) return { pages, more: page.more };
    from = page.nextKey;
  }
}

/**
 * As readPages, with all rows in one list.
 * A single page is passed on as it is, so that equal reads of one moment share their rows.
 */
export async function readRows(chain: Chain, query: Query, maxRows = ROW_PAGE): Promise<RowsRead> {
  const { pages, more } = await readPages(chain, query, { maxRows });
  const [first] = pages;
  return { rows: pages.length === 1 && first !== undefined ? first : pages.flat(), more };
}

/** False at the end, and where the node names no key to continue with or the one it was asked for. */
function goesOn({ more, nextKey }: TablePage, from: string | undefined): boolean {
  return more && nextKey !== '' && nextKey !== from;
}

/**
 * Whether a page that was continued with `key` begins with the last row of the page before it. The row may have changed
 * meanwhile: then the members of the first row that are the key, its primary key among them, are the same in both.
 */
function isRepeated(
  { index_position: index = PRIMARY }: Query,
  last: Json | undefined,
  first: Json | undefined,
  key: string,
): boolean {
  if (index !== PRIMARY || last === undefined || first === undefined) return false;
  if (isDeepStrictEqual(last, first)) return true;
  if (!isJsonObject(last) || !isJsonObject(first)) return false;
  const keyed = Object.keys(first).filter((member) => isKey(first[member], key));
  return keyed.length > 0 && keyed.every((member) => isKey(last[member], key));
}

/** Nodes write the key of a name as its number. */
const isKey = (value: Json | undefined, key: string): boolean =>
  typeof value === 'string'
    ? value === key || (isName(value) && String(nameToValue(value)) === key) || (value === '' && key === '0')
    : typeof value === 'number' && String(value) === key;

function boundOf({ reverse }: Query, nextKey: string) {
  return reverse ? { upper_bound: nextKey } : { lower_bound: nextKey };
}
