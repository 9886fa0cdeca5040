import type { Name } from '../../derive/name';
import { BroadQueryError } from '../../store/errors';
import { blockOfDelta, deltaSequence } from '../../store/positions';
import type { Question, QuestionTools } from '../../store/question';
import { readCursor } from '../../store/sql/cursor';
import { findName, findPairs } from '../../store/sql/reading/ids';
import { type RowStamp, withStamps } from './row-stamps';
import {
  bytes,
  fromOrdered,
  int,
  long,
  ordered,
  signed,
  type SqlRow,
  type SqlValue,
  unsigned,
} from '../../store/sql/values';

/** Place of a row in its table: rows are ordered by scope, then by primary key. */
export interface RowKey {
  readonly scope: Name;
  readonly primaryKey: bigint;
}

/** A row as it was after a block. */
export interface RowAtBlock extends RowKey {
  readonly payer: Name;
  readonly value: Uint8Array;
  /** Block of its last change. */
  readonly blockNum: number;
  readonly stamp?: RowStamp;
}

export interface RowsAtBlockQuery {
  readonly code: Name;
  readonly table: Name;
  readonly scope?: Name;
  /** Without it, the head. */
  readonly atBlock?: number;
  /** Rows behind this one. */
  readonly after?: RowKey;
  readonly limit: number;
}

export interface RowsAtBlock {
  /** False: the store removes old changes, so that only the rows of its head are known. */
  readonly isKnown: boolean;
  readonly rows: readonly RowAtBlock[];
  /** The place that the next page is behind; undefined: there are no more rows. */
  readonly next: RowKey | undefined;
}

/** Rows of a table that were removed after the block. */
const MAX_REMOVED = 10_000;
/** Current rows that are read at a time, and keys that are looked at before other requests run. */
const WINDOW = 200;
const NOTHING: RowsAtBlock = { isKnown: true, rows: [], next: undefined };

/**
 * Rows of a table as they were after a block. A row that has not changed since is the current one. One that has is read
 * from the history of its key. Rows that are gone are found by their removals.
 */
export const ROWS_AT_BLOCK: Question<RowsAtBlockQuery, RowsAtBlock> = {
  name: 'rows_at_block',
  isSearch: ({ atBlock }) => atBlock !== undefined,
  read: async (tools, query) => {
    const page = await unstampedPage(tools, query);
    return { ...page, rows: await withStamps(tools.session, page.rows) };
  },
};

async function unstampedPage(tools: QuestionTools, query: RowsAtBlockQuery): Promise<RowsAtBlock> {
  const { session } = tools;
  const cursor = await readCursor(session);
  if (cursor === undefined) return NOTHING;
  const { atBlock = Infinity } = query;
  const isPast = atBlock < cursor.num;
  if (isPast && cursor.isPruned) return { ...NOTHING, isKnown: false };
  const [type] = await findPairs(session, 'table_type', query.code, query.table);
  if (type === undefined) return NOTHING;
  if (!isPast) return currentPage(tools, type, query);
  return pastPage(new PastTable(tools, type, query.scope, atBlock, cursor.num), query);
}

async function currentPage(
  tools: QuestionTools,
  type: number,
  { scope, after, limit }: RowsAtBlockQuery,
): Promise<RowsAtBlock> {
  const rows = await currentRows(tools, type, scope, after, limit + 1);
  return pageOf(rows, limit);
}

/** @param rows one more than the limit, where there are more */
function pageOf(rows: readonly RowAtBlock[], limit: number): RowsAtBlock {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { isKnown: true, rows: page, next: hasMore ? keyOf(last) : undefined };
}

const keyOf = ({ scope, primaryKey }: RowKey): RowKey => ({ scope, primaryKey });

/** Current rows behind a place. */
async function currentRows(
  { session }: QuestionTools,
  type: number,
  scope: Name | undefined,
  after: RowKey | undefined,
  limit: number,
): Promise<RowAtBlock[]> {
  const conditions = ['tbl = ?'];
  const params: SqlValue[] = [type];
  if (scope !== undefined) {
    conditions.push('scope = ?');
    params.push(ordered(scope));
  }
  if (after !== undefined) {
    conditions.push('(scope, pk) > (?, ?)');
    params.push(ordered(after.scope), ordered(after.primaryKey));
  }
  const rows = await session.all(
    `SELECT scope, pk, payer, value, block FROM row_state WHERE ${conditions.join(' AND ')} ORDER BY scope, pk LIMIT ?`,
    [...params, limit],
  );
  return rows.map(currentRowOf);
}

/** A row of the table `row_state`. */
export const currentRowOf = (row: SqlRow): RowAtBlock => ({
  scope: fromOrdered(row.scope),
  primaryKey: fromOrdered(row.pk),
  payer: fromOrdered(row.payer),
  value: bytes(row.value),
  blockNum: int(row.block),
});

/** A page of a past table. Ends early, with the place where it stopped, when its time is used up. */
async function pastPage(table: PastTable, { after, limit }: RowsAtBlockQuery): Promise<RowsAtBlock> {
  const removed = await table.removedSince();
  const found: RowAtBlock[] = [];
  let behind = after;
  for (;;) {
    const current = await table.current(behind, WINDOW);
    const last = current.length < WINDOW ? undefined : current.at(-1);
    const gone = removed.filter(
      (key) =>
        (behind === undefined || isBehind(key, behind)) && (last === undefined || !isBehind(key, last)),
    );
    const present = new Set(current.map(textOf));
    const keys = [...current, ...gone.filter((key) => !present.has(textOf(key)))].sort(byPlace);
    for (const [index, key] of keys.entries()) {
      const before = index % WINDOW === 0 ? keys[index - 1] : undefined;
      if (before !== undefined && !(await table.mayContinue()))
        return { isKnown: true, rows: found, next: keyOf(before) };
      const row = await table.rowAt(key);
      if (row !== undefined) found.push(row);
      if (found.length > limit) return pageOf(found, limit);
    }
    if (last === undefined) return pageOf(found, limit);
    behind = keyOf(last);
    if (!(await table.mayContinue())) return { isKnown: true, rows: found, next: behind };
  }
}

const textOf = ({ scope, primaryKey }: RowKey): string => `${scope}/${primaryKey}`;
const isBehind = (one: RowKey, other: RowKey): boolean =>
  one.scope > other.scope || (one.scope === other.scope && one.primaryKey > other.primaryKey);
const byPlace = (one: RowKey, other: RowKey): number => (isBehind(one, other) ? 1 : -1);

/** A table, or one scope of it, after a block below the head. */
class PastTable {
  readonly #scopeIds = new Map<Name, Promise<number | undefined>>();

  constructor(
    private readonly tools: QuestionTools,
    private readonly type: number,
    private readonly scope: Name | undefined,
    private readonly atBlock: number,
    private readonly head: number,
  ) {}

  current(after: RowKey | undefined, limit: number): Promise<RowAtBlock[]> {
    return currentRows(this.tools, this.type, this.scope, after, limit);
  }

  mayContinue(): Promise<boolean> {
    return this.tools.work.mayContinue();
  }

  /** Places of rows that were removed after the block. @throws BroadQueryError */
  async removedSince(): Promise<RowKey[]> {
    const { session, names } = this.tools;
    const scopeId = this.scope === undefined ? undefined : await this.#scopeId(this.scope);
    if (this.scope !== undefined && scopeId === undefined) return [];
    const rows = await session.all(
      `SELECT scope, pk FROM delta WHERE tbl = ? AND present = 0 AND seq >= ? AND seq < ?${scopeId === undefined ? '' : ' AND scope = ?'} ORDER BY seq LIMIT ?`,
      [
        this.type,
        deltaSequence(this.atBlock + 1, 0),
        deltaSequence(this.head + 1, 0),
        ...(scopeId === undefined ? [] : [scopeId]),
        MAX_REMOVED + 1,
      ],
    );
    if (rows.length > MAX_REMOVED)
      throw new BroadQueryError(['a later block_num: more than 10,000 rows of the table were removed since']);
    const keys = await names.decoding(session, () =>
      rows.map((row) => ({ scope: names.nameOf(int(row.scope)), primaryKey: unsigned(row.pk) })),
    );
    return [...new Map(keys.map((key) => [textOf(key), key])).values()];
  }

  /** The row of a place after the block; a current row that has not changed since is given. */
  async rowAt(key: RowKey | RowAtBlock): Promise<RowAtBlock | undefined> {
    if ('blockNum' in key && key.blockNum <= this.atBlock) return key;
    const scopeId = await this.#scopeId(key.scope);
    if (scopeId === undefined) return undefined;
    const { session, names } = this.tools;
    const [row] = await session.all(
      'SELECT seq, payer, present, value FROM delta WHERE pk = ? AND tbl = ? AND scope = ? AND seq < ? ORDER BY seq DESC LIMIT 1',
      [signed(key.primaryKey), this.type, scopeId, deltaSequence(this.atBlock + 1, 0)],
    );
    if (row === undefined || int(row.present) === 0) return undefined;
    return names.decoding(session, () => ({
      ...keyOf(key),
      payer: names.nameOf(int(row.payer)),
      value: bytes(row.value),
      blockNum: blockOfDelta(long(row.seq)),
    }));
  }

  #scopeId(scope: Name): Promise<number | undefined> {
    const known = this.#scopeIds.get(scope) ?? findName(this.tools.session, scope);
    this.#scopeIds.set(scope, known);
    return known;
  }
}
