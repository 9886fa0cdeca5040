import { setTimeout as delay } from 'node:timers/promises';

/** Pauses are a tenth of the time waited: a look at a served answer costs milliseconds of three programs. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
/** Below the limit of a test, so that the failure names the condition. Asserts nothing about speed. */
const WITHIN_MS = 300_000;

/** Resolves when `isTrue` is. @param pollMs longer where each look counts in a limit. @throws Error when it never is */
export async function until(isTrue: () => boolean | Promise<boolean>, pollMs?: number): Promise<void> {
  const beganMs = performance.now();
  while (!(await isTrue())) {
    const waitedMs = performance.now() - beganMs;
    if (waitedMs > WITHIN_MS) throw new Error(`never came: ${String(isTrue)}`);
    await delay(pollMs ?? Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waitedMs / 10)));
  }
}
