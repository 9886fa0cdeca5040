import { StoreUnavailableError } from '../../errors';
import { limitedTotal, type Total } from '../../records';
import type { SqlSession } from '../session';
import type { TierWindow } from '../tiers/tier-windows';
import { int, long } from '../values';
import type { Bounds } from './bounds';
import { type Scan, selectPart, tiersOf, windowCount } from './scan';
import type { SearchWork } from './search-work';

/** Sequences counted at a time: about 10 ms. */
const COUNTED_SLICE = 50_000;

/**
 * The number of sequences of a scan, counted up to a limit, and as long as the work may take. The store first: newer
 * entries are answered without the cold tier, with a lower limit where it is away.
 */
export async function countedTotal(
  session: SqlSession,
  scan: Scan,
  bounds: Bounds,
  countUpTo: number,
  work: SearchWork,
): Promise<Total> {
  const limit = Math.min(countUpTo, work.limits.maxCounted);
  const [hot, cold] = tiersOf(session, scan, bounds);
  const counted: Total =
    hot === undefined ? { value: 0, relation: 'eq' } : await hotTotal(session, scan, hot, limit, work);
  if (cold === undefined || counted.relation === 'gte') return counted;
  const { value } = counted;
  try {
    return limitedTotal(value + (await windowCount(cold, scan, limit + 1 - value)), limit);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { value, relation: 'gte' };
    throw error;
  }
}

/** Counted in slices: other requests run between them. */
async function hotTotal(
  session: SqlSession,
  scan: Scan,
  { bounds }: TierWindow,
  limit: number,
  work: SearchWork,
): Promise<Total> {
  let total = 0;
  for (const part of scan.parts) {
    const sql = `SELECT count(*) AS n, max(seq) AS last FROM (${selectPart(scan, part)} ORDER BY seq LIMIT ?) counted`;
    for (let { from, to } = bounds; ;) {
      const size = Math.min(COUNTED_SLICE, limit + 1 - total);
      const [row] = await session.all(sql, [...part.params, from, to, size]);
      const found = int(row?.n);
      total += found;
      if (total > limit) return limitedTotal(total, limit);
      if (found < size) break;
      from = long(row?.last) + 1n;
      if (!(await work.mayContinue())) return { value: total, relation: 'gte' };
    }
  }
  return limitedTotal(total, limit);
}
