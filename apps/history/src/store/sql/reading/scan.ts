import type { ColdTable } from '../../cold/cold-tier';
import type { Order } from '../../queries';
import { ascending, descending } from '../../order';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import {
  byTier,
  hotWindow,
  type SearchedKind,
  tierBounds,
  tierWindows,
  type TierWindow,
} from '../tiers/tier-windows';
import { int, long, type SqlValue } from '../values';
import type { Bounds } from './bounds';

/** Most index ranges that one statement merges. */
export const MAX_PARTS = 16;

/** Most index ranges that are merged. */
export const MAX_MERGED = 512;
/** Sequences that are read for a page of merged ranges: each of them may hold the whole page. */
const MAX_MERGED_ROWS = 50_000;

/** Whether a page up to `end` may be merged from so many ranges. */
export const isMerged = (parts: number, end: number): boolean =>
  parts <= MAX_PARTS || (parts <= MAX_MERGED && parts * end <= MAX_MERGED_ROWS);

export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Sequences in the order of an index: ranges of it, merged. No sequence is in two of them. */
export interface Scan {
  readonly table: 'action' | 'action_account' | 'action_field' | 'delta';
  readonly parts: readonly Condition[];
  /** The same sequences in the cold tier; undefined: they are in its table of that name. */
  readonly cold?: Ranges;
}

/** Ranges of a table. */
export interface Ranges {
  readonly table: ColdTable;
  readonly parts: readonly Condition[];
}

/** One condition: the index that serves it, and the check of a sequence against it. */
export interface IndexedCondition {
  readonly scan: Scan | undefined;
  readonly table: Scan['table'];
  readonly check: Condition;
}

const ALL: Condition = { sql: '', params: [] };

export const scanOf = (table: Scan['table'], parts: readonly Condition[] = [ALL]): Scan => ({ table, parts });

export interface ScanPage {
  readonly order: Order;
  readonly skip: number;
  readonly limit: number;
}

/** The statement that selects the sequences of a page as the column `seq`, in order. */
export function scanStatement(scan: Ranges, bounds: Bounds, page: ScanPage): Condition {
  const order = page.order === 'asc' ? 'ASC' : 'DESC';
  const [first] = scan.parts;
  if (first !== undefined && scan.parts.length === 1) {
    const sql = `${selectPart(scan, first)} ORDER BY seq ${order} LIMIT ? OFFSET ?`;
    return { sql, params: [...first.params, bounds.from, bounds.to, page.limit, page.skip] };
  }
  const partLimit = page.skip + page.limit;
  const parts = scan.parts.map(
    (part, index) => `SELECT * FROM (${selectPart(scan, part)} ORDER BY seq ${order} LIMIT ?) p${index}`,
  );
  const sql = `SELECT seq FROM (${parts.join(' UNION ALL ')}) merged ORDER BY seq ${order} LIMIT ? OFFSET ?`;
  const params = scan.parts.flatMap((part) => [...part.params, bounds.from, bounds.to, partLimit]);
  return { sql, params: [...params, page.limit, page.skip] };
}

/** Sequences of a scan within bounds. */
export async function scanPage(
  session: SqlSession,
  scan: Scan,
  bounds: Bounds,
  page: ScanPage,
): Promise<bigint[]> {
  if (!reachesCold(session, scan, bounds)) return windowPage(hotWindow(session, bounds), scan, page);
  const found: bigint[] = [];
  let { skip, limit } = page;
  for (const window of tierWindows(session, kindOf(scan.table), bounds, page.order)) {
    if (limit === 0) break;
    const rows = await windowPage(window, scan, { order: page.order, skip, limit });
    found.push(...rows);
    limit -= rows.length;
    if (rows.length > 0) skip = 0;
    else if (skip > 0) skip -= await windowCount(window, scan, skip);
  }
  return found;
}

/** Sequences of a window. Ranges that are too many for one statement are merged here. */
async function windowPage(window: TierWindow, scan: Scan, page: ScanPage): Promise<bigint[]> {
  const ranges = rangesIn(window, scan);
  if (ranges.parts.length === 0) return [];
  if (ranges.parts.length <= MAX_PARTS) return statementPage(window, ranges, page);
  const end = page.skip + page.limit;
  const found: bigint[] = [];
  for (const parts of slices(ranges.parts, MAX_PARTS))
    found.push(...(await statementPage(window, { ...ranges, parts }, { ...page, skip: 0, limit: end })));
  const compare = (page.order === 'asc' ? ascending : descending)((sequence: bigint) => sequence);
  return found.sort(compare).slice(page.skip, end);
}

async function statementPage(
  { bounds, tuples }: TierWindow,
  ranges: Ranges,
  page: ScanPage,
): Promise<bigint[]> {
  const { sql, params } = scanStatement(ranges, bounds, page);
  return (await tuples(sql, params)).map(([sequence]) => long(sequence));
}

/** Whether a scan within bounds needs the cold tier. */
export const reachesCold = (session: SqlSession, { table }: Scan, bounds: Bounds): boolean =>
  tierBounds(session, kindOf(table), bounds).cold !== undefined;

const kindOf = (table: Scan['table']): SearchedKind => (table === 'delta' ? 'delta' : 'action');
/** Ranges of the tier of a window. */
const rangesIn = ({ isCold }: Pick<TierWindow, 'isCold'>, scan: Scan): Ranges =>
  isCold && scan.cold !== undefined ? scan.cold : scan;

/** Entries of a window, counted up to a limit. */
export async function windowCount(window: TierWindow, scan: Scan, limit: number): Promise<number> {
  const { bounds, tuples } = window;
  const ranges = rangesIn(window, scan);
  let total = 0;
  for (const part of ranges.parts) {
    if (total >= limit) break;
    const sql = `SELECT count(*) AS n FROM (${selectPart(ranges, part)} LIMIT ?) counted`;
    const [row] = await tuples(sql, [...part.params, bounds.from, bounds.to, limit - total]);
    total += int(row?.[0]);
  }
  return total;
}

/** Number of sequences of a scan, counted up to a small `limit`. */
export async function scanCount(
  session: SqlSession,
  scan: Scan,
  bounds: Bounds,
  limit: number,
): Promise<number> {
  let total = 0;
  // The one that answers at once first.
  for (const window of tiersOf(session, scan, bounds)) {
    if (window === undefined || total >= limit) continue;
    total += await windowCount(window, scan, limit - total);
  }
  return total;
}

/** The parts of bounds that the tiers have. */
export function tiersOf(
  session: SqlSession,
  { table }: Scan,
  bounds: Bounds,
): readonly [hot: TierWindow | undefined, cold: TierWindow | undefined] {
  const { cold: part } = session;
  const { cold, hot } = tierBounds(session, kindOf(table), bounds);
  return [
    hot && hotWindow(session, hot),
    part && cold && { bounds: cold, isCold: true, tuples: (sql, params) => part.tuples(sql, params) },
  ];
}

export const selectPart = ({ table }: Ranges, { sql }: Condition): string =>
  `SELECT seq FROM ${table} WHERE ${sql === '' ? '' : `${sql} AND `}seq >= ? AND seq <= ?`;

/** The sequences of the list for which a table has a row that meets the condition. */
export async function keepMatching(
  session: SqlSession,
  table: Scan['table'],
  condition: Condition,
  sequences: readonly bigint[],
): Promise<bigint[]> {
  const kept = new Set<bigint>();
  const { hot, cold } = byTier(session, kindOf(table), sequences);
  const statementOf = (slice: readonly bigint[]): Condition => {
    const { placeholders, params } = inList(slice);
    const sql = `SELECT seq FROM ${table} WHERE ${condition.sql} AND seq IN ${placeholders}`;
    return { sql, params: [...condition.params, ...params] };
  };
  for (const slice of slices(hot)) {
    const { sql, params } = statementOf(slice);
    for (const { seq } of await session.all(sql, params)) kept.add(long(seq));
  }
  for (const slice of slices(cold)) {
    const { sql, params } = statementOf(slice);
    for (const [seq] of (await session.cold?.tuples(sql, params)) ?? []) kept.add(long(seq));
  }
  return sequences.filter((sequence) => kept.has(sequence));
}
