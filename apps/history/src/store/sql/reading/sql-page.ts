import { BroadQueryError } from '../../errors';
import type { PageQuery } from '../../queries';
import { limitedTotal, type Page, type Total } from '../../records';
import type { SqlSession } from '../session';
import { int, type SqlRow, type SqlValue } from '../values';
import { totalAfterPage } from './page-total';
import type { Condition } from './scan';

export interface Where {
  /** Empty, or beginning with ` WHERE`. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Entries of a list that its total counts: about 10 ms. */
const MAX_LISTED = 100_000;
/** Rows that are checked one by one for a page: about 50 ms. */
export const MAX_CHECKED = 10_000;

/** Conditions with one parameter each, all of which must hold. */
export const whereOf = (conditions: readonly (readonly [sql: string, param: SqlValue])[]): Where => ({
  sql: conditions.length === 0 ? '' : ` WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
  params: conditions.map(([, param]) => param),
});

/** Entries of a list in an order. */
export interface ListStatement {
  readonly from: string;
  readonly columns?: string;
  readonly where: Where;
  /** The order of an index behind the columns of the conditions. */
  readonly orderBy: string;
}

interface PageStatement extends ListStatement {
  readonly page: PageQuery;
  /** Of the entries behind the page before: the total has all. */
  readonly behind?: Condition | undefined;
}

/** The same with a condition more. */
const narrowed = (where: Where, { sql, params }: Condition): Where => ({
  sql: `${where.sql === '' ? ' WHERE' : `${where.sql} AND`} ${sql}`,
  params: [...where.params, ...params],
});

/** A page of a list, and then the number of its entries, which is exact up to a bound. */
export async function sqlPage<T>(
  session: SqlSession,
  { where, page, behind, ...list }: PageStatement,
  recordOf: (row: SqlRow) => T,
): Promise<Page<T>> {
  const { from } = list;
  const part = { ...list, where: behind === undefined ? where : narrowed(where, behind) };
  const rows = await listRows(session, part, page);
  const count = async (): Promise<Total> => {
    const [counted] = await session.all(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${from}${where.sql} LIMIT ?) counted`,
      [...where.params, MAX_LISTED + 1],
    );
    return limitedTotal(int(counted?.n), MAX_LISTED);
  };
  const total = await totalAfterPage({ ...page, behind, countUpTo: MAX_LISTED }, rows.length, count);
  return { items: rows.map(recordOf), total };
}

/**
 * A page of those entries that meet a condition without an index: the first entries of the list are checked, up to a
 * bound.
 * @throws BroadQueryError when the page is not full by then
 */
export async function checkedPage<T>(
  session: SqlSession,
  { page, ...list }: ListStatement & { readonly page: PageQuery },
  recordOf: (row: SqlRow) => T,
  { isWanted, narrowBy }: { isWanted: (record: T) => boolean; narrowBy: readonly string[] },
): Promise<Page<T>> {
  const all = await candidates(session, list);
  const wanted = all.rows.map(recordOf).filter(isWanted);
  const end = page.skip + page.limit;
  if (!all.isWhole && wanted.length < end) throw new BroadQueryError(narrowBy);
  return {
    items: wanted.slice(page.skip, end),
    total: { value: wanted.length, relation: all.isWhole ? 'eq' : 'gte' },
  };
}

async function candidates(
  session: SqlSession,
  list: ListStatement,
): Promise<{ rows: SqlRow[]; isWhole: boolean }> {
  const rows = await listRows(session, list, { skip: 0, limit: MAX_CHECKED + 1 });
  return { rows: rows.slice(0, MAX_CHECKED), isWhole: rows.length <= MAX_CHECKED };
}

/** Rows of a part of a list. */
export const listRows = (
  session: SqlSession,
  { from, columns = '*', where, orderBy }: ListStatement,
  { skip, limit }: PageQuery,
): Promise<SqlRow[]> =>
  session.all(`SELECT ${columns} FROM ${from}${where.sql} ORDER BY ${orderBy} LIMIT ? OFFSET ?`, [
    ...where.params,
    limit,
    skip,
  ]);
