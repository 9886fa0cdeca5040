import type { Metrics } from '@app/operations';
import type { ErrorKind } from '../errors/errors';

/** A finished call of a tool. */
export interface FinishedToolCall {
  readonly tool: string;
  readonly surface: 'rest' | 'mcp';
  /** Kind of the error the caller got; undefined: it got an answer. */
  readonly failure: ErrorKind | undefined;
}

/**
 * Counts a call of a tool, refused ones included. Called where a surface knows the outcome: an interceptor does not see
 * calls that a guard refuses (docs/decisions/0012).
 */
export function recordToolCall({ toolCalls }: Metrics, { tool, surface, failure }: FinishedToolCall): void {
  toolCalls.inc({ tool, surface, outcome: failure ?? 'ok' });
}
