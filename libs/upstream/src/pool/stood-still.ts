/** A timer is this late only when the process did not run: it was stopped, or its machine slept. */
const LATE_MS = 1_000;

/**
 * Whether a limit of time ended so late that it says nothing about a node: its answer may be here, unread.
 * @param startedMs by performance.now()
 */
export const stoodStill = (startedMs: number, limitMs: number): boolean =>
  performance.now() - startedMs > limitMs + LATE_MS;
