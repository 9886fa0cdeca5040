import type { ContractProfile, TableKey, TemplateValues } from '@app/networks';
import {
  type ChainClient,
  MAX_SCANNED_ROWS,
  readPages,
  readRows,
  ROW_PAGE,
  type RowsRead,
  rowsWhere,
} from '@app/upstream';

type Chain = Pick<ChainClient, 'tableRows'>;

/** Which rows of a table to read. */
export interface RowsWanted {
  readonly table: TableKey;
  /** Fills the placeholders of the table's scope beyond the roles. */
  readonly scope?: TemplateValues;
  /** Account of the rows; all accounts when undefined. */
  readonly account: string | undefined;
  /** Newest first. */
  readonly reverse?: boolean;
  readonly maxRows?: number;
  /** Rows of all accounts from this primary key on; from the beginning when undefined. */
  readonly from?: bigint;
}

/**
 * Rows of one account, or of all. By the table's index over accounts where the profile knows one, so that
 * an account's rows are found however many others there are; else those among the first MAX_SCANNED_ROWS of the
 * table. `more`: rows may be missing.
 */
export async function readAccountRows(
  chain: Chain,
  profile: Pick<ContractProfile, 'table' | 'accountIndex'>,
  { table: key, scope, account, reverse = false, maxRows = ROW_PAGE, from }: RowsWanted,
): Promise<RowsRead> {
  const table = profile.table(key, scope);
  const index = profile.accountIndex(key);
  const order = reverse ? { reverse } : {};
  if (account === undefined) {
    const bound = from === undefined ? {} : { [reverse ? 'upper_bound' : 'lower_bound']: String(from) };
    return readRows(chain, { ...table, ...order, ...bound }, maxRows);
  }
  if (index === undefined) {
    const { pages, more } = await readPages(chain, { ...table, ...order }, { maxRows: MAX_SCANNED_ROWS });
    // By page: equal reads of one moment share the pages, and a page is searched once for all accounts.
    const found = pages.map((rows) => rowsWhere(table, rows, 'account', account));
    const [first] = found;
    const own = found.length === 1 && first !== undefined ? first : found.flat();
    const isCut = own.length > maxRows;
    // Uncut, the list is passed on as it is: equal reads of one moment share it.
    return { rows: isCut ? own.slice(0, maxRows) : own, more: more || isCut };
  }
  // One page: the key to continue with is the account again, and the rows behind it those already read.
  const { rows, more } = await chain.tableRows({
    ...table,
    ...order,
    index_position: String(index),
    key_type: 'name',
    lower_bound: account,
    upper_bound: account,
    limit: Math.min(maxRows, ROW_PAGE),
  });
  return { rows: rowsWhere(table, rows, 'account', account), more };
}
