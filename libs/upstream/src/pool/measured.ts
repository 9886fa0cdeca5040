import { AnswerTooLargeError, NodeFailure } from '../node/errors';
import type { LatencyPercentile } from './latency';
import type { NodeHealth } from './node-health';

/** A request that was ended after this share of its time was hanging, not slower than another one. */
const HANGING_SHARE = 0.9;

/** The end of an attempt: `signal` when another node answered or the time is over. */
export interface AttemptBounds {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** How an attempt is recorded. */
export interface AttemptOptions {
  /** Of a request that ends when its signal is aborted, which is no failure of the node then. */
  readonly bounds?: AttemptBounds | undefined;
  readonly percentile?: LatencyPercentile;
  /**
   * Failures that say something of the node: `unanswered` for requests whose bytes and number a client chooses, such as a
   * push that is too large for a proxy, or that uses up a limit; `not refused bytes`, which are all but a page of 4xx, for
   * reads whose bytes it chooses. A connection that broke says nothing in both: a proxy may reset it for the bytes, and
   * polls show a node that is down. Default: all.
   */
  readonly counted?: 'all' | 'not refused bytes' | 'unanswered';
}

/** Runs an attempt at a node and records how it ended and how long it took. @throws what `ask` throws */
export async function measured<T>(
  health: NodeHealth,
  ask: () => Promise<T>,
  { bounds, percentile, counted = 'all' }: AttemptOptions = {},
): Promise<T> {
  const startedMs = performance.now();
  health.begin();
  try {
    const result = await ask();
    const elapsedMs = performance.now() - startedMs;
    health.recordAnswer(elapsedMs);
    percentile?.observe(elapsedMs);
    return result;
  } catch (error) {
    const elapsedMs = performance.now() - startedMs;
    const isGivenUp = bounds?.signal.aborted === true && elapsedMs < bounds.deadlineMs * HANGING_SHARE;
    if (isGivenUp) health.recordGivenUp(elapsedMs);
    else if (error instanceof AnswerTooLargeError) health.recordTooLarge(elapsedMs);
    else if (error instanceof NodeFailure && !isCounted(error, counted)) health.recordNothing();
    else if (error instanceof NodeFailure && !error.isAnswer) health.recordFailure(elapsedMs);
    else health.recordAnswer(elapsedMs);
    throw error;
  }
}

function isCounted(failure: NodeFailure, counted: AttemptOptions['counted']): boolean {
  if (counted === 'all') return true;
  return !failure.isBroken && !(counted === 'unanswered' ? failure.isHttpAnswer : failure.isRefusedPage);
}
