import type { ColdTable } from '../../cold/cold-tier';
import type { DeltaQuery } from '../../queries';
import { inList } from '../in-list';
import type { SqlSession } from '../session';
import { int, signed } from '../values';
import { findName, findPairs } from './ids';
import { isMerged, MAX_MERGED, MAX_PARTS, scanOf, type Condition, type Ranges, type Scan } from './scan';

/** The index range of a search of rows, and what its rows have to meet besides. */
export interface DeltaPlan {
  readonly scan: Scan;
  readonly check: Condition | undefined;
}

const OF_KEY = 'delta_by_pk_tbl_scope_seq';
const OF_REMOVED = ['delta_by_tbl_seq_where_present_0'];
/** The second is that of stores of earlier releases: the same rows in another order. */
const OF_REMOVED_IN_SCOPE = [
  'delta_by_scope_tbl_seq_where_present_0',
  'delta_by_tbl_scope_seq_where_present_0',
];

type Column = 'tbl' | 'scope' | 'payer' | 'pk' | 'present';
type Conditions = ReadonlyMap<Column, Condition>;

/** Undefined: nothing can match. */
export async function deltaPlan(session: SqlSession, query: DeltaQuery): Promise<DeltaPlan | undefined> {
  const conditions = new Map<Column, Condition>();
  let tables: number[] | undefined;
  if (query.code !== undefined || query.table !== undefined) {
    tables = await findPairs(session, 'table_type', query.code, query.table);
    if (tables.length === 0) return undefined;
    conditions.set('tbl', ofTables(tables));
  }
  for (const column of ['scope', 'payer'] as const) {
    const name = query[column];
    if (name === undefined) continue;
    const id = await findName(session, name);
    if (id === undefined) return undefined;
    conditions.set(column, { sql: `${column} = ?`, params: [id] });
  }
  if (query.primaryKey !== undefined)
    conditions.set('pk', { sql: 'pk = ?', params: [signed(query.primaryKey)] });
  // Not a parameter: an index has the removed rows alone.
  if (query.present !== undefined)
    conditions.set('present', { sql: `present = ${query.present ? 1 : 0}`, params: [] });
  const parts =
    (await keyParts(session, conditions, tables, query.skip + query.limit)) ??
    (await removedParts(session, conditions, tables, query)) ??
    listParts(conditions, tables);
  if (parts === undefined) return { scan: scanOf('delta'), check: all([...conditions.values()]) };
  // The cold tier may have rows of keys that the store has none of any more.
  if (parts.ranges.length === 0 && session.cold === undefined) return undefined;
  const others = [...conditions].filter(([column]) => !parts.covered.includes(column));
  return {
    scan: { ...scanOf('delta', parts.ranges), cold: coldRanges(conditions, parts) },
    check: all(others.map(([, condition]) => condition)),
  };
}

/** The same rows in the table of the cold tier: one range, as it has the columns of the conditions in its order. */
function coldRanges(conditions: Conditions, { cold, covered }: Parts): Ranges {
  const held = [...conditions].filter(([column]) => column !== 'present' && covered.includes(column));
  return { table: cold, parts: [joined(held.map(([, condition]) => condition))] };
}

/** Ranges of an index, and the conditions that hold for all of their rows. */
interface Parts {
  readonly ranges: readonly Condition[];
  readonly covered: readonly Column[];
  /** The table of the cold tier in the order of these columns. `delta_removed` has removed rows alone. */
  readonly cold: ColdTable;
}

/** Ranges of the rows with one key; undefined where there are too many, or none is asked for. */
async function keyParts(
  session: SqlSession,
  conditions: Conditions,
  tables: readonly number[] | undefined,
  pageEnd: number,
): Promise<Parts | undefined> {
  const [key, scope] = [conditions.get('pk'), conditions.get('scope')];
  if (key === undefined || tables === undefined || !isMerged(tables.length, pageEnd)) return undefined;
  if (!(await session.hasIndex(OF_KEY))) return undefined;
  const ranges =
    scope === undefined
      ? await rangesOfKey(session, tables, key, pageEnd)
      : tables.map((table) => joined([ofTable(table), key, scope]));
  return ranges && { ranges, covered: ['tbl', 'pk', 'scope'], cold: 'delta_row' };
}

/** Ranges of removed rows; undefined where there are too many, or none is asked for. */
async function removedParts(
  session: SqlSession,
  conditions: Conditions,
  given: readonly number[] | undefined,
  { present, skip, limit }: DeltaQuery,
): Promise<Parts | undefined> {
  const [removed, scope] = [conditions.get('present'), conditions.get('scope')];
  if (present !== false || removed === undefined) return undefined;
  if (scope === undefined && conditions.has('payer')) return undefined;
  const tables = given ?? (await someTables(session));
  if (!isMerged(tables.length, skip + limit)) return undefined;
  if (!(await hasOne(session, scope === undefined ? OF_REMOVED : OF_REMOVED_IN_SCOPE))) return undefined;
  return {
    ranges: tables.map((table) => joined([ofTable(table), ...(scope ? [scope] : []), removed])),
    covered: ['tbl', 'scope', 'present'],
    cold: 'delta_removed',
  };
}

async function hasOne(session: SqlSession, indexes: readonly string[]): Promise<boolean> {
  for (const index of indexes) if (await session.hasIndex(index)) return true;
  return false;
}

/** All tables, or more than are merged. */
async function someTables(session: SqlSession): Promise<number[]> {
  const rows = await session.all('SELECT id FROM table_type LIMIT ?', [MAX_MERGED + 1]);
  return rows.map(({ id }) => int(id));
}

/** Ranges of tables, of scopes of them, or of a payer. */
function listParts(conditions: Conditions, tables: readonly number[] | undefined): Parts | undefined {
  const [scope, payer] = [conditions.get('scope'), conditions.get('payer')];
  if (tables !== undefined && tables.length <= MAX_PARTS && (scope !== undefined || payer === undefined))
    return {
      ranges: tables.map((table) => joined([ofTable(table), ...(scope ? [scope] : [])])),
      covered: ['tbl', 'scope'],
      cold: scope === undefined ? 'delta' : 'delta_scope',
    };
  return payer === undefined ? undefined : { ranges: [payer], covered: ['payer'], cold: 'delta_payer' };
}

/** One range for each scope that has rows of a key in the store. Undefined: too many scopes have it, so a search by table finds it. */
async function rangesOfKey(
  session: SqlSession,
  tables: readonly number[],
  key: Condition,
  pageEnd: number,
): Promise<readonly Condition[] | undefined> {
  const ranges: Condition[] = [];
  for (const table of tables) {
    const of = [table, ...key.params];
    // Each step is one look at the index, however many rows a scope has.
    const rows = await session.all(
      `WITH RECURSIVE found (scope) AS (
        SELECT (SELECT scope FROM delta WHERE tbl = ? AND pk = ? ORDER BY scope LIMIT 1)
        UNION ALL
        SELECT (SELECT d.scope FROM delta d WHERE d.tbl = ? AND d.pk = ? AND d.scope > found.scope ORDER BY d.scope LIMIT 1)
        FROM found WHERE found.scope IS NOT NULL
      ) SELECT scope FROM found WHERE scope IS NOT NULL LIMIT ?`,
      [...of, ...of, MAX_MERGED + 1 - ranges.length],
    );
    for (const row of rows)
      ranges.push(joined([ofTable(table), key, { sql: 'scope = ?', params: [int(row.scope)] }]));
    if (!isMerged(ranges.length, pageEnd)) return undefined;
  }
  return ranges;
}

const ofTable = (table: number): Condition => ({ sql: 'tbl = ?', params: [table] });

/** Of one table, ClickHouse reads rows in the order of an index behind it. */
function ofTables(tables: readonly number[]): Condition {
  const [table] = tables;
  if (table !== undefined && tables.length === 1) return ofTable(table);
  const { placeholders, params } = inList(tables);
  return { sql: `tbl IN ${placeholders}`, params };
}

const joined = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  params: conditions.flatMap(({ params }) => params),
});

const all = (conditions: readonly Condition[]): Condition | undefined =>
  conditions.length === 0 ? undefined : joined(conditions);
