import type { Clock } from '@app/operations/core';

/** Bounds of the comparisons of one network. */
interface SampleLimits {
  /** Comparisons that run at once: a node that hangs holds no more. */
  readonly running: number;
  /** Comparisons that begin within a second. */
  readonly perSecond: number;
}

/** Time in which the comparisons of a sample are counted. */
const SECOND_MS = 1_000;

/** Bounds comparisons in the background. */
export class SampleBudget {
  #running = 0;
  #begun = 0;
  #secondAtMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly limits: SampleLimits = { running: 2, perSecond: 5 },
  ) {}

  /** Begins a comparison unless too many run or began. A rejection is a defect, and reported as one. */
  begin(compare: () => Promise<void>): void {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.#secondAtMs >= SECOND_MS) [this.#secondAtMs, this.#begun] = [nowMs, 0];
    const { running, perSecond } = this.limits;
    if (this.#running >= running || this.#begun >= perSecond) return;
    this.#begun += 1;
    this.#running += 1;
    void compare().finally(() => (this.#running -= 1));
  }
}
