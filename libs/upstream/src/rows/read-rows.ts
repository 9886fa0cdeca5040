import type { Json } from '@app/antelope';
import type { TablePage } from '../answers/tables';
import type { ChainClient, TableRowsQuery } from '../chain-client';

/** Most rows a tool reads of one table. Source: docs/rules.md, reads. */
export const ROW_PAGE = 500;

/** A node out of time may stop after a single row: it is asked to go on this often, no more. */
const MAX_READS = 8;

/** Rows from where a read began. `more` alone says whether the table goes on behind them. */
export interface RowsRead {
  readonly rows: readonly Json[];
  readonly more: boolean;
}

/**
 * Reads up to `maxRows` rows. A node that stops before that although rows are left is asked to go on; when
 * it still has not come to the end, or cannot say where to go on, `more` stays true.
 * A single page is handed on as it is, so that equal reads of one moment share their rows.
 */
export async function readRows(
  chain: Pick<ChainClient, 'tableRows'>,
  query: Omit<TableRowsQuery, 'limit'>,
  maxRows = ROW_PAGE,
): Promise<RowsRead> {
  let page = await chain.tableRows({ ...query, limit: maxRows });
  let rows = page.rows;
  for (let reads = 1; reads < MAX_READS && isCutShort(page, rows.length, maxRows); reads += 1) {
    page = await chain.tableRows({ ...query, ...boundOf(query, page), limit: maxRows - rows.length });
    rows = [...rows, ...page.rows];
  }
  return { rows, more: page.more };
}

function isCutShort({ more, nextKey }: TablePage, count: number, maxRows: number): boolean {
  return more && nextKey !== '' && count < maxRows;
}

function boundOf({ reverse }: Pick<TableRowsQuery, 'reverse'>, { nextKey }: TablePage) {
  return reverse ? { upper_bound: nextKey } : { lower_bound: nextKey };
}
