import type { Name } from '../../derive/name';
import { cutPage, type PageBytes } from '../../store/page-bytes';
import type { PageQuery } from '../../store/queries';
import type { Question } from '../../store/question';
import type { Page } from '../../store/records';
import { findPairs } from '../../store/sql/reading/ids';
import { sqlPage, whereOf } from '../../store/sql/reading/sql-page';
import type { SqlSession } from '../../store/sql/session';
import { int, ordered, type SqlValue } from '../../store/sql/values';
import { currentRowOf, type RowAtBlock } from './table-row';
import { withStamps } from './row-stamps';

export interface TableRowsQuery extends PageQuery, Pick<PageBytes, 'maxBytes'> {
  readonly code: Name;
  readonly table: Name;
  readonly scope?: Name;
  /** Beside a scope. */
  readonly primaryKey?: bigint;
}

const NONE: Page<RowAtBlock> = { items: [], total: { value: 0, relation: 'eq' } };

/** @throws LargePageError before a value is read, when the rows have more bytes than are wanted */
async function requireFitting(
  session: SqlSession,
  { from, where, orderBy, page }: Pick<Parameters<typeof sqlPage>[1], 'from' | 'where' | 'orderBy' | 'page'>,
  bytes: PageBytes,
): Promise<void> {
  const sizes = await session.all(
    `SELECT length(value) AS size FROM ${from}${where.sql} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    [...where.params, page.limit, page.skip],
  );
  cutPage(
    sizes,
    sizes.map(({ size }) => int(size)),
    bytes,
  );
}

/** Current rows of a table, or of one of its scopes, by scope and primary key. @throws LargePageError */
export const TABLE_ROWS: Question<TableRowsQuery, Page<RowAtBlock>> = {
  name: 'table_rows',
  isSearch: ({ limit }) => limit > 1000,
  read: async ({ session }, { code, table, scope, primaryKey, maxBytes, ...page }) => {
    const [type] = await findPairs(session, 'table_type', code, table);
    if (type === undefined) return NONE;
    const conditions: [string, SqlValue][] = [
      ['tbl = ?', type],
      ...(scope === undefined ? [] : [['scope = ?', ordered(scope)] as [string, SqlValue]]),
      ...(primaryKey === undefined ? [] : [['pk = ?', ordered(primaryKey)] as [string, SqlValue]]),
    ];
    const list = { from: 'row_state', where: whereOf(conditions), orderBy: 'scope, pk', page };
    await requireFitting(session, list, { maxBytes });
    const { items, total } = await sqlPage(session, list, currentRowOf);
    return { items: await withStamps(session, items), total };
  },
};
