import type { Clock } from '@app/operations/core';

/** A rate of requests, with a burst of what a second allows and at least one request. */
export class RequestBudget {
  readonly #burst: number;
  #left: number;
  #atMs: number;

  /** @param perSecond undefined: there is no limit */
  constructor(
    private readonly clock: Clock,
    private readonly perSecond: number | undefined,
  ) {
    this.#burst = Math.max(1, perSecond ?? 1);
    this.#left = this.#burst;
    this.#atMs = clock.monotonicMs();
  }

  get isSpent(): boolean {
    this.#earn();
    return this.#left < 1;
  }

  /** A request is sent. A debt stays below what a second allows: a node that had to serve is not shut out for long. */
  spend(): void {
    this.#earn();
    if (this.perSecond !== undefined) this.#left = Math.max(-this.#burst, this.#left - 1);
  }

  #earn(): void {
    if (this.perSecond === undefined) return;
    const nowMs = this.clock.monotonicMs();
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#atMs) * this.perSecond) / 1_000);
    this.#atMs = nowMs;
  }
}
