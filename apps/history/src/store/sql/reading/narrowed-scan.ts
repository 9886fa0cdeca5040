import { BroadQueryError } from '../../errors';
import type { Order } from '../../queries';
import { limitedTotal, type Total } from '../../records';
import type { SqlSession } from '../session';
import type { Bounds } from './bounds';
import { scanPage, type Scan } from './scan';

/** Sequences read at a time: few first, because many pages are full soon. */
const FIRST_WINDOW = 256;
const LARGEST_WINDOW = 4096;

export interface ScanQuery {
  readonly order: Order;
  readonly skip: number;
  readonly limit: number;
  readonly countUpTo: number;
  /** Matches that are enough when the rows are used up; default: those up to the end of the page. */
  readonly required?: number;
}

export interface FoundSequences {
  readonly sequences: readonly bigint[];
  readonly total: Total;
}

/**
 * A scan whose sequences must meet further conditions: read in windows until the page is full and the total is
 * counted, or until `maxRows` were looked at. Then the required matches are answered with the total so far.
 * @param keep the sequences of a window that meet the conditions, in the order of the window
 * @throws BroadQueryError when there are fewer of them by then
 */
export async function narrowedScan(
  session: SqlSession,
  scan: Scan,
  bounds: Bounds,
  query: ScanQuery,
  keep: (sequences: readonly bigint[]) => Promise<readonly bigint[]>,
  limits: { readonly maxRows: number; readonly narrowBy: readonly string[] },
): Promise<FoundSequences> {
  const pageEnd = query.skip + query.limit;
  const page: bigint[] = [];
  let rest: Bounds = bounds;
  let matches = 0;
  let lookedAt = 0;
  for (let window = FIRST_WINDOW; ; window = Math.min(2 * window, LARGEST_WINDOW)) {
    const candidates = await scanPage(session, scan, rest, { order: query.order, skip: 0, limit: window });
    for (const sequence of await keep(candidates)) {
      if (matches >= query.skip && matches < pageEnd) page.push(sequence);
      matches++;
    }
    const last = candidates.at(-1);
    const isDone = last === undefined || candidates.length < window;
    if (isDone || (matches >= pageEnd && matches > query.countUpTo))
      return { sequences: page, total: limitedTotal(matches, query.countUpTo) };
    lookedAt += candidates.length;
    if (lookedAt >= limits.maxRows) {
      if (matches < (query.required ?? pageEnd)) throw new BroadQueryError(limits.narrowBy);
      return { sequences: page, total: { value: Math.min(matches, query.countUpTo), relation: 'gte' } };
    }
    rest = query.order === 'asc' ? { ...rest, from: last + 1n } : { ...rest, to: last - 1n };
  }
}
