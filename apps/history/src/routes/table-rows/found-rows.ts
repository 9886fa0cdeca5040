import type { Name } from '../../derive/name';
import type { PageQuery } from '../../store/queries';
import type { Question } from '../../store/question';
import type { Page } from '../../store/records';
import { findPairs } from '../../store/sql/reading/ids';
import { sqlPage, whereOf } from '../../store/sql/reading/sql-page';
import { ordered, type SqlValue } from '../../store/sql/values';
import { currentRowOf, type RowAtBlock } from './table-row';
import { withStamps } from './row-stamps';

export interface TableRowsQuery extends PageQuery {
  readonly code: Name;
  readonly table: Name;
  readonly scope?: Name;
  /** Beside a scope. */
  readonly primaryKey?: bigint;
}

const NONE: Page<RowAtBlock> = { items: [], total: { value: 0, relation: 'eq' } };

/** Current rows of a table, or of one of its scopes, by scope and primary key. */
export const TABLE_ROWS: Question<TableRowsQuery, Page<RowAtBlock>> = {
  name: 'table_rows',
  isSearch: ({ limit }) => limit > 1000,
  read: async ({ session }, { code, table, scope, primaryKey, ...page }) => {
    const [type] = await findPairs(session, 'table_type', code, table);
    if (type === undefined) return NONE;
    const conditions: [string, SqlValue][] = [
      ['tbl = ?', type],
      ...(scope === undefined ? [] : [['scope = ?', ordered(scope)] as [string, SqlValue]]),
      ...(primaryKey === undefined ? [] : [['pk = ?', ordered(primaryKey)] as [string, SqlValue]]),
    ];
    const list = { from: 'row_state', where: whereOf(conditions), orderBy: 'scope, pk', page };
    const { items, total } = await sqlPage(session, list, currentRowOf);
    return { items: await withStamps(session, items), total };
  },
};
