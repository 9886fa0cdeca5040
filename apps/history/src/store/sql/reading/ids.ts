import type { Name } from '../../../derive/name';
import { inList } from '../in-list';
import type { SqlSession } from '../session';
import { int, signed } from '../values';

/** The number of a name; undefined when no block mentions it. */
export async function findName(session: SqlSession, name: Name): Promise<number | undefined> {
  const [row] = await session.all('SELECT id FROM name WHERE value = ?', [signed(name)]);
  return row && int(row.id);
}

export async function findNames(session: SqlSession, names: readonly Name[]): Promise<number[]> {
  if (names.length === 0) return [];
  const { placeholders, params } = inList(names.map(signed));
  const rows = await session.all(`SELECT id FROM name WHERE value IN ${placeholders}`, params);
  return rows.map(({ id }) => int(id));
}

/** Numbers of the pairs of a dictionary that have this code and this name, where given. */
export async function findPairs(
  session: SqlSession,
  table: 'action_type' | 'table_type',
  code: Name | undefined,
  name: Name | undefined,
): Promise<number[]> {
  const conditions: string[] = [];
  const params: number[] = [];
  for (const [column, value] of [
    ['code', code],
    ['name', name],
  ] as const) {
    if (value === undefined) continue;
    const id = await findName(session, value);
    if (id === undefined) return [];
    conditions.push(`${column} = ?`);
    params.push(id);
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const rows = await session.all(`SELECT id FROM ${table}${where} ORDER BY id`, params);
  return rows.map(({ id }) => int(id));
}
