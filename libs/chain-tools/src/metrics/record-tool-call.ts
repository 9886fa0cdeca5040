import type { Metrics } from '@app/operations';
import type { ErrorKind } from '../errors/errors';

/** A finished call of a tool. */
export interface FinishedToolCall {
  readonly tool: string;
  readonly surface: 'rest' | 'mcp';
  /** Kind of the error the caller got; undefined: it got an answer. */
  readonly failure: string | undefined;
}

const SURFACES: readonly FinishedToolCall['surface'][] = ['rest', 'mcp'];
/** Failures that the alerts of the chart count: those of the nodes, the load or a defect. */
const SERVICE_FAILURES: readonly ErrorKind[] = [
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ANSWER_UNREADABLE',
  'OLD_CHAIN',
  'OVERLOADED',
  'INTERNAL',
];
const FIRST_OUTCOMES = ['ok', ...SERVICE_FAILURES];

/**
 * Starts the counts of a tool with 0, so that `rate()` sees its first call and its first failure: 12 series. Other
 * outcomes are refusals of a caller's arguments, by which the series would be ten times as many.
 */
export function startToolCounts({ toolCalls }: Metrics, tool: string): void {
  for (const surface of SURFACES)
    for (const outcome of FIRST_OUTCOMES) toolCalls.inc({ tool, surface, outcome }, 0);
}

/**
 * Counts a call of a tool, refused ones included. Called where a surface knows the outcome: an interceptor does not see
 * calls that a guard refuses (docs/decisions/0012).
 */
export function recordToolCall({ toolCalls }: Metrics, { tool, surface, failure }: FinishedToolCall): void {
  toolCalls.inc({ tool, surface, outcome: failure ?? 'ok' });
}
