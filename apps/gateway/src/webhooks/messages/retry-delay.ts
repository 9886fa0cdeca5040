import type { RandomBelow } from '@app/operations';

/** Pause behind the first failure; each further one doubles it. */
const FIRST_RETRY_MS = 1_000;
/** Longest pause between two tries of a webhook. */
const LONGEST_RETRY_MS = 300_000;

/** Pause behind a number of failures in a row: between half of it and all of it, so that webhooks do not keep step. Pure. */
export function retryDelayMs(failures: number, random: RandomBelow): number {
  const wholeMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(30, failures - 1));
  return wholeMs / 2 + random(wholeMs / 2 + 1);
}
