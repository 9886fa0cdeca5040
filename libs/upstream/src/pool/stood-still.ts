/** A timer is this late only when the process did not run: it was stopped, or its machine slept. */
const LATE_MS = 1_000;

/**
 * Whether a limit of time ended so late that it says nothing about a node: its answer may be here, unread.
 * @param startedMs by performance.now()
 */
export const stoodStill = (startedMs: number, limitMs: number): boolean =>
  performance.now() - startedMs > limitMs + LATE_MS;

/**
 * Calls `ask` with a time limit, and a second time when it fails and the process stood still meanwhile.
 * @throws as `ask`
 */
export async function askedAgain<T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  try {
    return await ask(AbortSignal.timeout(limitMs));
  } catch (error) {
    if (!stoodStill(startedMs, limitMs)) throw error;
    return await ask(AbortSignal.timeout(limitMs));
  }
}
