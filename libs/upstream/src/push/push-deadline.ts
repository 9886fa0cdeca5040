/** The end of a push as a whole: of one transaction, or of a list of them with all that is sent after it. */
export class PushDeadline {
  /** Aborts at the end. */
  readonly signal: AbortSignal;
  readonly #endMs: number;

  /** @param budgetMs milliseconds from now */
  constructor(budgetMs: number) {
    this.signal = AbortSignal.timeout(budgetMs);
    this.#endMs = performance.now() + budgetMs;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Aborts when this part of the remaining time has passed. @param part from 0 to 1 */
  after(part: number): AbortSignal {
    if (this.isOver) return this.signal;
    const remainingMs = Math.max(0, this.#endMs - performance.now());
    // No AbortSignal.any: it would end before the whole anyway, and refers to its sources weakly.
    return AbortSignal.timeout(Math.ceil(remainingMs * part));
  }
}
