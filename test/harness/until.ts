import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
/** Below the limit of a test, so that the failure names the condition. Asserts nothing about speed. */
const WITHIN_MS = 300_000;

/** Resolves when `isTrue` is. @param pollMs longer where each look counts in a limit. @throws Error when it never is */
export async function until(isTrue: () => boolean | Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  for (const endMs = performance.now() + WITHIN_MS; !(await isTrue()); await delay(pollMs))
    if (performance.now() > endMs) throw new Error(`never came: ${String(isTrue)}`);
}
