import type { CallClass } from '../node/call-class';
import { HedgeBudget } from './hedge-budget';
import { LatencyPercentile } from './latency';

/** After this share of its time a request is late at any node. */
const LATEST_SHARE = 1 / 3;
/** Hedging sooner would double the load of fast nodes. */
const EARLIEST_MS = 10;
/** Until enough requests are measured. */
const FIRST_MS = 250;

/** Decides when a request is late, from how long those of its class take, within the budget of second requests. */
export class Hedging {
  readonly budget = new HedgeBudget();
  readonly #percentiles = new Map<CallClass, LatencyPercentile>();

  /** How long the requests of a class take. */
  latencyOf(call: CallClass): LatencyPercentile {
    const known = this.#percentiles.get(call);
    if (known !== undefined) return known;
    const percentile = new LatencyPercentile();
    this.#percentiles.set(call, percentile);
    return percentile;
  }

  /** Milliseconds after which a request is so late that any other node is better than none. */
  overdueAfterMs(deadlineMs: number): number {
    return deadlineMs * LATEST_SHARE;
  }

  /** Milliseconds after which another node is asked beside one that has not answered. */
  lateAfterMs(call: CallClass, deadlineMs: number): number {
    const latestMs = this.overdueAfterMs(deadlineMs);
    if (!this.budget.isLeft) return latestMs;
    const p95Ms = this.latencyOf(call).p95Ms ?? FIRST_MS;
    return Math.min(latestMs, Math.max(EARLIEST_MS, p95Ms));
  }
}
