import { inList } from '../in-list';
import type { SqlSession } from '../session';
import { tierBounds, type TierBounds } from '../tiers/tier-windows';
import { int, type SqlValue, unsigned } from '../values';
import type { Bounds } from './bounds';

/** A table, or a scope of it. */
interface RemovedPart {
  readonly table: number;
  readonly scope: number | undefined;
}

/** Rows that were removed within bounds: scopes and keys, one for each removal. */
export async function removedRows(
  session: SqlSession,
  part: RemovedPart,
  bounds: Bounds,
  limit: number,
): Promise<SqlValue[][]> {
  const { hot, cold } = tierBounds(session, 'delta', bounds);
  const rows = hot === undefined ? [] : await rowsOfStore(session, part, hot, limit);
  if (cold === undefined || rows.length === limit) return rows;
  const { sql, params } = conditionOf(part, cold, limit - rows.length);
  const moved = await session.cold?.tuples(
    `SELECT scope, pk FROM delta_removed WHERE ${sql} LIMIT ?`,
    params,
  );
  return [...rows, ...(moved ?? [])];
}

function rowsOfStore(
  session: SqlSession,
  part: RemovedPart,
  bounds: Bounds,
  limit: number,
): Promise<SqlValue[][]> {
  const { sql, params } = conditionOf(part, bounds, limit);
  return session.tuples(
    `SELECT scope, pk FROM delta WHERE seq IN (SELECT seq FROM delta WHERE present = 0 AND ${sql} ORDER BY seq LIMIT ?)`,
    params,
  );
}

/** With a limit as its last parameter. */
const conditionOf = ({ table, scope }: RemovedPart, { from, to }: Bounds, limit: number) => ({
  sql: `tbl = ?${scope === undefined ? '' : ' AND scope = ?'} AND seq >= ? AND seq <= ?`,
  params: [table, ...(scope === undefined ? [] : [scope]), from, to, limit],
});

/** Tables of which a scope has no row any more. */
const MAX_TABLES = 1_000;
const OF_REMOVED_IN_SCOPE = 'delta_by_scope_tbl_seq_where_present_0';

/** Rows of a scope that were removed within bounds, in many tables. */
export class RemovedInScope {
  readonly #tiers: TierBounds;

  /** @param limit rows that are read: of each table in the store, of all together in the cold tier */
  constructor(
    private readonly session: SqlSession,
    private readonly scope: number,
    bounds: Bounds,
    private readonly limit: number,
  ) {
    this.#tiers = tierBounds(session, 'delta', bounds);
  }

  /** Those of the tables that may have removed rows. */
  async having(tables: readonly number[]): Promise<number[]> {
    const inStore = await this.#tablesOfStore();
    if (inStore === undefined) return [...tables];
    const moved = await this.#movedTables();
    return tables.filter((table) => inStore.has(table) || moved.has(table));
  }

  /**
   * Keys of removed rows by table, one for each removal. Undefined where the cold tier has more in these tables together
   * than are read: of which tables the others are is not known.
   */
  async of(tables: readonly number[]): Promise<ReadonlyMap<number, readonly bigint[]> | undefined> {
    const moved = await this.#movedRows(tables);
    if (moved.length === this.limit) return undefined;
    const keys = new Map(tables.map((table) => [table, [] as bigint[]]));
    const { hot } = this.#tiers;
    if (hot !== undefined)
      for (const table of await this.#removedFrom(tables, hot))
        for (const [, key] of await rowsOfStore(this.session, { table, scope: this.scope }, hot, this.limit))
          keys.get(table)?.push(unsigned(key));
    for (const [table, key] of moved) keys.get(int(table))?.push(unsigned(key));
    return keys;
  }

  /** One look at an index for each table. */
  async #removedFrom(tables: readonly number[], { from, to }: Bounds): Promise<number[]> {
    const { placeholders, params } = inList(tables);
    const rows = await this.session.tuples(
      `SELECT id FROM (SELECT t.id, (SELECT d.seq FROM delta d WHERE d.tbl = t.id AND d.scope = ? AND d.present = 0 AND d.seq >= ? AND d.seq <= ? LIMIT 1) AS seq FROM table_type t WHERE t.id IN ${placeholders}) found WHERE seq IS NOT NULL`,
      [this.scope, from, to, ...params],
    );
    return rows.map(([id]) => int(id));
  }

  /**
   * Tables of which the scope ever had a row that is gone, in the store: each is one step in the index. Undefined where
   * there are many, and in a store whose writer is of a release before that index.
   */
  async #tablesOfStore(): Promise<ReadonlySet<number> | undefined> {
    if (this.#tiers.hot === undefined) return new Set();
    if (!(await this.session.hasIndex(OF_REMOVED_IN_SCOPE))) return undefined;
    const rows = await this.session.tuples(
      `WITH RECURSIVE found (tbl) AS (
        SELECT (SELECT tbl FROM delta WHERE scope = ? AND present = 0 ORDER BY tbl LIMIT 1)
        UNION ALL
        SELECT (SELECT d.tbl FROM delta d WHERE d.scope = ? AND d.present = 0 AND d.tbl > found.tbl ORDER BY d.tbl LIMIT 1)
        FROM found WHERE found.tbl IS NOT NULL
      ) SELECT tbl FROM found WHERE tbl IS NOT NULL LIMIT ?`,
      [this.scope, this.scope, MAX_TABLES + 1],
    );
    return rows.length > MAX_TABLES ? undefined : new Set(rows.map(([table]) => int(table)));
  }

  /** Tables of which the cold tier has a removal within the bounds. */
  async #movedTables(): Promise<ReadonlySet<number>> {
    const { cold } = this.#tiers;
    if (cold === undefined) return new Set();
    const rows = await this.session.cold?.tuples(
      'SELECT DISTINCT tbl FROM delta_removed WHERE scope = ? AND seq >= ? AND seq <= ?',
      [this.scope, cold.from, cold.to],
    );
    return new Set(rows?.map(([table]) => int(table)));
  }

  /** Tables and keys of all of them together, up to the limit. */
  async #movedRows(tables: readonly number[]): Promise<SqlValue[][]> {
    const { cold } = this.#tiers;
    if (cold === undefined) return [];
    const { placeholders, params } = inList(tables);
    const sql = `SELECT tbl, pk FROM delta_removed WHERE scope = ? AND tbl IN ${placeholders} AND seq >= ? AND seq <= ? LIMIT ?`;
    const rows = await this.session.cold?.tuples(sql, [
      this.scope,
      ...params,
      cold.from,
      cold.to,
      this.limit,
    ]);
    return rows ?? [];
  }
}
