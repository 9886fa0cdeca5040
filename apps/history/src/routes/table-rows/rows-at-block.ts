import type { Name } from '../../derive/name';
import { MAX_PAGE_BYTES } from '../../store/page-bytes';
import type { Question, QuestionTools } from '../../store/question';
import { readCursor } from '../../store/sql/cursor';
import { slices } from '../../store/sql/in-list';
import { findPairs } from '../../store/sql/reading/ids';
import { bytes } from '../../store/sql/values';
import { type UnknownPast, unknownPast } from './known-past';
import { PastTable } from './past-table';
import { withStamps } from './row-stamps';
import {
  byPlace,
  currentRows,
  isBehind,
  keyOf,
  keyText,
  type RowAtBlock,
  type RowKey,
  type SizedRows,
} from './table-row';

export interface RowsAtBlockQuery {
  readonly code: Name;
  readonly table: Name;
  readonly scope?: Name;
  /** Beside a scope: this row alone. */
  readonly primaryKey?: bigint;
  /** Without it, the head. */
  readonly atBlock?: number;
  /** Rows behind this one. */
  readonly after?: RowKey;
  readonly limit: number;
}

export interface RowsAtBlock {
  /** Given: there are no rows, as they are not known. */
  readonly unknown?: UnknownPast;
  readonly rows: readonly RowAtBlock[];
  /** The place that the next page is behind; undefined: there are no more rows. */
  readonly next: RowKey | undefined;
  /** Id of the wanted block, whose rows these are. */
  readonly blockId?: Uint8Array;
}

/** Current rows that are read at a time, and keys that are looked at before other requests run. */
const WINDOW = 200;
/** Keys that are looked at together: a page may end within them. */
const STEP = 20;
const NOTHING: RowsAtBlock = { rows: [], next: undefined };

/**
 * Rows of a table as they were after a block. A row that has not changed since is the current one. One that has is read
 * from the history of its key. Rows that are gone are found by their removals.
 */
export const ROWS_AT_BLOCK: Question<RowsAtBlockQuery, RowsAtBlock> = {
  name: 'rows_at_block',
  isSearch: ({ atBlock }) => atBlock !== undefined,
  read: async (tools, query) => {
    const page = await unstampedPage(tools, query);
    const rows = await withStamps(tools.session, page.rows);
    const [block] =
      query.atBlock === undefined || page.unknown !== undefined
        ? []
        : await tools.session.all('SELECT id FROM block WHERE num = ?', [query.atBlock]);
    return { ...page, rows, ...(block && { blockId: bytes(block.id) }) };
  },
};

async function unstampedPage(tools: QuestionTools, query: RowsAtBlockQuery): Promise<RowsAtBlock> {
  const { session } = tools;
  const { code, table, scope, primaryKey, atBlock, after, limit } = query;
  const cursor = await readCursor(session);
  const unknown = atBlock === undefined ? undefined : await unknownPast(session, cursor, atBlock);
  if (unknown !== undefined) return { ...NOTHING, unknown };
  const [type] = await findPairs(session, 'table_type', code, table);
  if (cursor === undefined || type === undefined) return NOTHING;
  const part = { type, scope, primaryKey };
  if (atBlock === undefined || atBlock === cursor.num)
    return pageOf(await currentRows(tools, part, after, limit + 1), limit);
  return pastPage(new PastTable(tools, part, atBlock, cursor), query);
}

/** @param rows more than the limit, where there are more and their bytes fit */
function pageOf({ rows, isCut }: SizedRows, limit: number): RowsAtBlock {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = (rows.length > limit || isCut) && last !== undefined;
  return { rows: page, next: hasMore ? keyOf(last) : undefined };
}

/** A page of a past table. Ends early, with the place where it stopped, when its time or its bytes are used up. */
async function pastPage(table: PastTable, { after, limit }: RowsAtBlockQuery): Promise<RowsAtBlock> {
  const removed = await table.removedSince();
  const found: RowAtBlock[] = [];
  let bytes = 0;
  let behind = after;
  for (;;) {
    const { rows: current, isCut } = await table.current(behind, WINDOW);
    const last = current.length < WINDOW && !isCut ? undefined : current.at(-1);
    const gone = removed.filter(
      (key) =>
        (behind === undefined || isBehind(key, behind)) && (last === undefined || !isBehind(key, last)),
    );
    const present = new Set(current.map(keyText));
    const keys = [...current, ...gone.filter((key) => !present.has(keyText(key)))].sort(byPlace);
    let looked = 0;
    for (const some of slices(keys, STEP)) {
      const before = looked > 0 && looked % WINDOW === 0 ? keys[looked - 1] : undefined;
      if (before !== undefined && !(await table.mayContinue())) return { rows: found, next: keyOf(before) };
      if (looked % WINDOW === 0) table.expect(keys.slice(looked, looked + WINDOW));
      looked += some.length;
      for (const row of await table.rowsAt(some)) {
        if (row === 'removed') return { ...NOTHING, unknown: { kind: 'removed' } };
        if (row === undefined) continue;
        bytes += row.size;
        const isCut = found.length > 0 && bytes > MAX_PAGE_BYTES;
        if (isCut || found.length === limit) return pageOf({ rows: found, isCut: true }, limit);
        found.push(await row.read());
      }
    }
    if (last === undefined) return pageOf({ rows: found, isCut: false }, limit);
    behind = keyOf(last);
    if (!(await table.mayContinue())) return { rows: found, next: behind };
  }
}
