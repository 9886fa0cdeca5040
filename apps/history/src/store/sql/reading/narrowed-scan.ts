import { BroadQueryError } from '../../errors';
import type { Order, PageEnd } from '../../queries';
import { limitedTotal, type Total } from '../../records';
import type { SqlSession } from '../session';
import { type Bounds, boundsBehind } from './bounds';
import { scanPage, type Scan } from './scan';
import type { SearchWork } from './search-work';
import { sizedParts, type ValueTable } from './value-sizes';

/** Sequences read at a time: few first, because many pages are full soon. */
const FIRST_WINDOW = 256;
/** About 15 ms of work, in which no other request is answered. */
const LARGEST_WINDOW = 4096;
const LARGEST_DECODED_WINDOW = 256;
/** Rows behind a full page that are looked at for a total that was not asked for. */
const TOTAL_ROWS = 2_000;

export interface ScanQuery {
  readonly order: Order;
  readonly skip: number;
  readonly limit: number;
  readonly countUpTo: number;
  readonly isTotalWanted?: boolean;
  readonly behind?: PageEnd;
  /** Matches that are enough when the rows are used up; default: those up to the end of the page. */
  readonly required?: number;
}

export interface FoundSequences {
  readonly sequences: readonly bigint[];
  readonly total: Total;
}

/** The sequences of a window that meet the conditions, in the order of the window. */
export interface KeptSequences {
  readonly found: readonly bigint[];
  /** The time was used up within the window: the rest of it was not looked at. */
  readonly isCut?: boolean;
}

/** The check of the sequences of a scan. */
export interface ScanCheck {
  readonly keep: (sequences: readonly bigint[]) => Promise<KeptSequences>;
  /** Whether it reads records whole. */
  readonly isDecoding: boolean;
  /** Parameters that would narrow the search. */
  readonly narrowBy: readonly string[];
}

/**
 * A scan whose sequences must meet further conditions: read in windows until the page is full and the total is
 * counted, or until the limits are reached. Then the required matches are answered with the total so far.
 * @throws BroadQueryError when there are fewer of them by then
 */
export async function narrowedScan(
  session: SqlSession,
  scan: Scan,
  bounds: Bounds,
  query: ScanQuery,
  { keep, isDecoding, narrowBy }: ScanCheck,
  work: SearchWork,
): Promise<FoundSequences> {
  const pageEnd = query.skip + query.limit;
  const required = query.required ?? pageEnd;
  const passed = query.behind?.passed ?? 0;
  const maxRows = isDecoding ? work.limits.maxDecodedRows : work.limits.maxRows;
  const largest = isDecoding ? LARGEST_DECODED_WINDOW : LARGEST_WINDOW;
  const page: bigint[] = [];
  let rest = boundsBehind(bounds, query);
  let matches = 0;
  let lookedAt = 0;
  /** Rows that were looked at when the required matches were found. */
  let foundAt = Infinity;
  for (let window = FIRST_WINDOW; rest !== undefined; window = Math.min(2 * window, largest)) {
    const candidates = await scanPage(session, scan, rest, { order: query.order, skip: 0, limit: window });
    const { found, isCut = false } = await keep(candidates);
    for (const sequence of found) {
      if (matches >= query.skip && matches < pageEnd) page.push(sequence);
      matches++;
    }
    const last = candidates.at(-1);
    if (!isCut && (last === undefined || candidates.length < window)) break;
    if (matches >= pageEnd && passed + matches > query.countUpTo) break;
    lookedAt += candidates.length;
    if (matches >= required) foundAt = Math.min(foundAt, lookedAt);
    const isTotalCut = query.isTotalWanted !== true && lookedAt - foundAt >= TOTAL_ROWS;
    if (isCut || isTotalCut || lookedAt >= maxRows || !(await work.mayContinue())) {
      if (matches < required) throw new BroadQueryError(narrowBy);
      return {
        sequences: page,
        total: { value: Math.min(passed + matches, query.countUpTo), relation: 'gte' },
      };
    }
    rest =
      last === undefined ? undefined : boundsBehind(rest, { order: query.order, behind: { sequence: last } });
  }
  return { sequences: page, total: limitedTotal(passed + matches, query.countUpTo) };
}

/** A record that is read whole, and its check: decoding it may take an ABI of half a megabyte of its own. */
export interface Candidate {
  readonly sequence: bigint;
  readonly isWanted: () => boolean | Promise<boolean>;
}

/**
 * Checks records that are read whole: as many at a time as have the bytes of a page. Other requests are answered between
 * two parts; a part whose records take too long is given up.
 */
export async function keepSized(
  session: SqlSession,
  table: ValueTable,
  sequences: readonly bigint[],
  work: SearchWork,
  read: (part: readonly bigint[]) => Promise<readonly Candidate[]>,
): Promise<KeptSequences> {
  const found: bigint[] = [];
  for (const [index, part] of (await sizedParts(session, table, sequences)).entries()) {
    if (index > 0 && !(await work.mayContinue())) return { found, isCut: true };
    for (const { sequence, isWanted } of await read(part)) {
      if (work.isOverdue) return { found, isCut: true };
      if (await isWanted()) found.push(sequence);
    }
  }
  return { found };
}
