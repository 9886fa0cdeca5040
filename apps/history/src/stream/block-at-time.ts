import type { HistoryReader } from '../store/port';

/**
 * Number of the last block that is not later than a time; below `from` when all are later. Undefined when block `to`
 * is not later: blocks behind it may come.
 */
export async function lastBlockUntil(
  reader: Pick<HistoryReader, 'block'>,
  timeMs: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number | undefined> {
  const isLater = async (num: number): Promise<boolean> =>
    ((await reader.block(num))?.timeMs ?? -Infinity) > timeMs;
  if (!(await isLater(to))) return undefined;
  let [last, later] = [from - 1, to];
  while (later - last > 1) {
    const middle = Math.floor((last + later) / 2);
    if (await isLater(middle)) later = middle;
    else last = middle;
  }
  return last;
}
