import { isEqual } from '../../matching';
import type { LinkQuery } from '../../queries';
import type { LinkRecord, Page } from '../../records';
import type { SqlSession } from '../session';
import { fromOrdered, int, ordered, type SqlRow, type SqlValue } from '../values';
import { checkedPage, sqlPage, whereOf } from './sql-page';

type Column = 'account' | 'code' | 'action' | 'permission';

const COLUMNS: readonly Column[] = ['account', 'code', 'action', 'permission'];
/** Columns whose index has the order of the answer behind them; the first whose columns are all given is read. */
const INDEXES: readonly (readonly Column[])[] = [
  ['account', 'code', 'action'],
  ['account', 'code'],
  ['account'],
  ['code', 'action'],
  ['code'],
  ['permission'],
  ['action'],
];

/** A page of links by account, code and action. */
export function readLinks(session: SqlSession, query: LinkQuery): Promise<Page<LinkRecord>> {
  const columns = INDEXES.find((index) => index.every((column) => query[column] !== undefined)) ?? [];
  const list = {
    from: 'link',
    where: whereOf(
      columns.map((column): [string, SqlValue] => [`${column} = ?`, ordered(query[column] ?? 0n)]),
    ),
    orderBy: 'account, code, action',
    page: query,
  };
  const others = COLUMNS.filter((column) => query[column] !== undefined && !columns.includes(column));
  if (others.length === 0) return sqlPage(session, list, linkOf);
  return checkedPage(session, list, linkOf, {
    isWanted: (link) => others.every((column) => isEqual(query[column], link[column])),
    narrowBy: COLUMNS.filter((column) => query[column] === undefined),
  });
}

const linkOf = (row: SqlRow): LinkRecord => ({
  account: fromOrdered(row.account),
  code: fromOrdered(row.code),
  action: fromOrdered(row.action),
  permission: fromOrdered(row.permission),
  blockNum: int(row.block),
  timeMs: int(row.time),
});
