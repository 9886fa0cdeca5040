import type { TimeBudget } from './table-scan';

/** The chain's nodes run with this http-max-response-time-ms. */
const MAX_RESPONSE_MS = 12_500;

/** Time budgets by a clock that only moves forward. */
export const timeBudgets =
  (monotonicMs: () => number) =>
  (timeLimitMs: number = MAX_RESPONSE_MS): TimeBudget => {
    const end = monotonicMs() + Math.min(timeLimitMs, MAX_RESPONSE_MS);
    return () => monotonicMs() > end;
  };
