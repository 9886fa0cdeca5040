import type { PageQuery } from '../../queries';
import { limitedTotal, type Total } from '../../records';

/**
 * The total of a page that was read first. A page from the beginning on which the list ends shows it; a cursor tells how
 * many entries are before it, but a client may have written it.
 */
export async function totalAfterPage(
  { skip, limit, countUpTo, behind }: PageQuery & { readonly countUpTo: number; readonly behind?: unknown },
  found: number,
  count: () => Promise<Total>,
): Promise<Total> {
  const isLast = found < limit && (found > 0 || skip === 0);
  return isLast && behind === undefined ? limitedTotal(skip + found, countUpTo) : count();
}
