import type { ToolError } from './tool-error.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** No answer, too many requests, and the gateway or its nodes out of service for a moment. */
const RETRIED_STATUS = new Set([0, 408, 429, 502, 503, 504]);
/** Refusals of a moment. Source: docs/how-to/troubleshooting.md, error codes. */
const RETRIED_CODES = new Set([
  'upstream_unavailable',
  'unconfirmed',
  'nodes_disagree',
  'not_run_by_node',
  'request_id_unavailable',
]);

/**
 * Milliseconds until the next attempt; undefined where another attempt cannot help. The delay doubles, with a random half,
 * and is at least the wait that the gateway says: one of zero is no reason to ask again without a pause.
 * @param attempt attempts so far, 1 or more
 * @param random from 0 to 1
 */
export function retryDelayMs(error: ToolError, attempt: number, random: number): number | undefined {
  if (!RETRIED_STATUS.has(error.status) && !RETRIED_CODES.has(error.code)) return undefined;
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.max(longest * (0.5 + random / 2), (error.retryAfter ?? 0) * 1000);
}
