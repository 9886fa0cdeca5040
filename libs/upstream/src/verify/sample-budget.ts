import type { Clock } from '@app/operations';

/** Comparisons of one network that run at once: a node that hangs holds no more. */
const MAX_RUNNING = 2;
/** Comparisons of one network that begin within a second. */
const MAX_PER_SECOND = 5;
/** Time in which the comparisons of a sample are counted. */
const SECOND_MS = 1_000;

/** Bounds comparisons in the background. */
export class SampleBudget {
  #running = 0;
  #begun = 0;
  #secondAtMs = -Infinity;

  constructor(private readonly clock: Clock) {}

  /** Begins a comparison unless too many run or began. A rejection is a defect, and reported as one. */
  begin(compare: () => Promise<void>): void {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.#secondAtMs >= SECOND_MS) [this.#secondAtMs, this.#begun] = [nowMs, 0];
    if (this.#running >= MAX_RUNNING || this.#begun >= MAX_PER_SECOND) return;
    this.#begun += 1;
    this.#running += 1;
    void compare().finally(() => (this.#running -= 1));
  }
}
