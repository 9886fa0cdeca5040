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
 * Milliseconds until the next attempt; undefined where another attempt cannot help. The gateway's own wait counts where
 * it says one; else the delay doubles, with a random half.
 * @param attempt attempts so far, 1 or more
 * @param random from 0 to 1
 */
export function retryDelayMs(error: ToolError, attempt: number, random: number): number | undefined {
  if (!RETRIED_STATUS.has(error.status) && !RETRIED_CODES.has(error.code)) return undefined;
  if (error.retryAfter !== undefined) return error.retryAfter * 1000;
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return longest * (0.5 + random / 2);
}
