import type { TableHandle } from '../../kernel/sdk/table-handle';

/** Rows with the last so many numbers are kept whatever their age, and all rows for a day. */
export const KEPT_NUMBERS = 10_000n;
const KEPT_MS = 24 * 3600 * 1000;
/** Old rows one call looks at: enough to stay ahead of the one that is added. */
const FORGETTING = 4;

/**
 * Makes room in a history that is ordered by numbers of which `newest` is the last handed out, so that the chain can
 * run for months in bounded memory.
 */
export function forgetOld<R>(
  history: TableHandle<R>,
  newest: bigint,
  nowMs: number,
  endedMs: (row: R) => number,
): void {
  if (newest <= KEPT_NUMBERS) return;
  let left = FORGETTING;
  for (const row of history.rows({ upper: newest - KEPT_NUMBERS })) {
    if (left-- === 0) return;
    if (endedMs(row) < nowMs - KEPT_MS) history.erase(row);
  }
}
