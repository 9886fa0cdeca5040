import type { TableHandle } from '../../kernel/sdk/table-handle';

/** The rows with this many of the newest ids are kept, and all rows of the last day. */
export const KEPT_IDS = 10_000n;
const KEPT_MS = 24 * 3600 * 1000;
/** Old rows one call examines: more than the one row that is added with each call. */
const MAX_EXAMINED = 4;

/** Removes old rows from a history ordered by ids, of which `newest` is the last: a chain runs in bounded memory. */
export function pruneHistory<R>(
  history: TableHandle<R>,
  newest: bigint,
  nowMs: number,
  endedMs: (row: R) => number,
): void {
  if (newest <= KEPT_IDS) return;
  let left = MAX_EXAMINED;
  for (const row of history.rows({ upper: newest - KEPT_IDS })) {
    if (left-- === 0) return;
    if (endedMs(row) < nowMs - KEPT_MS) history.erase(row);
  }
}
