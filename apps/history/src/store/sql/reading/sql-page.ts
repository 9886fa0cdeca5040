import type { PageQuery } from '../../queries';
import type { Page } from '../../records';
import type { SqlSession } from '../session';
import { int, type SqlRow, type SqlValue } from '../values';

export interface Where {
  /** Empty, or beginning with ` WHERE`. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Conditions with one parameter each, all of which must hold. */
export const whereOf = (conditions: readonly (readonly [sql: string, param: SqlValue])[]): Where => ({
  sql: conditions.length === 0 ? '' : ` WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`,
  params: conditions.map(([, param]) => param),
});

interface PageStatement {
  readonly from: string;
  readonly columns?: string;
  readonly where: Where;
  readonly orderBy: string;
  readonly page: PageQuery;
}

/** A page of a list with the exact number of its entries. */
export async function sqlPage<T>(
  session: SqlSession,
  { from, columns = '*', where, orderBy, page }: PageStatement,
  recordOf: (row: SqlRow) => T,
): Promise<Page<T>> {
  const [count] = await session.all(`SELECT count(*) AS n FROM ${from}${where.sql}`, where.params);
  const rows = await session.all(
    `SELECT ${columns} FROM ${from}${where.sql} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
    [...where.params, page.limit, page.skip],
  );
  return { items: rows.map(recordOf), total: { value: int(count?.n), relation: 'eq' } };
}
