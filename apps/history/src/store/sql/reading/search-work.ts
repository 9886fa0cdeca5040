import type { EventLoopTurns } from '../event-loop-turns';

/** Limits of one search: whichever is reached first ends it. */
export interface SearchLimits {
  /** Rows that it may look at. */
  readonly maxRows: number;
  /** Of those, the ones that are read whole. */
  readonly maxDecodedRows: number;
  /** Entries that a total counts. */
  readonly maxCounted: number;
  /** Milliseconds that it may work, without those in which other work runs. */
  readonly maxMs: number;
}

/** The time that one search has worked. */
export class SearchWork {
  #workedMs = 0;
  #resumedMs: number;

  constructor(
    readonly limits: SearchLimits,
    private readonly turns: Pick<EventLoopTurns, 'next'>,
    private readonly monotonicMs: () => number,
  ) {
    this.#resumedMs = monotonicMs();
  }

  /** True: a step between two calls of `mayContinue` has lasted until twice the time of the search was used up. */
  get isOverdue(): boolean {
    return this.#workedMs + this.monotonicMs() - this.#resumedMs >= 2 * this.limits.maxMs;
  }

  /** Lets other requests run first. False: the time of the search is used up. */
  async mayContinue(): Promise<boolean> {
    this.#workedMs += this.monotonicMs() - this.#resumedMs;
    if (this.#workedMs >= this.limits.maxMs) return false;
    await this.turns.next();
    this.#resumedMs = this.monotonicMs();
    return true;
  }
}
