import { NodeFailure } from '../node/errors';
import type { LatencyPercentile } from './latency';
import type { NodeHealth } from './node-health';

/** A request that was ended after this share of its time was hanging, not slower than another one. */
const HANGING_SHARE = 0.9;

/** The end of an attempt: `signal` when another node answered or the time is over. */
export interface AttemptBounds {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** Runs an attempt at a node and records how it ended and how long it took. @throws what `ask` throws */
export async function measured<T>(
  health: NodeHealth,
  ask: () => Promise<T>,
  bounds?: AttemptBounds,
  percentile?: LatencyPercentile,
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
    else if (error instanceof NodeFailure && !error.isAnswer) health.recordFailure(elapsedMs);
    else health.recordAnswer(elapsedMs);
    throw error;
  }
}
