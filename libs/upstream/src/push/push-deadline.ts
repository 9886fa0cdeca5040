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

  get remainingMs(): number {
    return Math.max(0, Math.ceil(this.#endMs - performance.now()));
  }

  /** Aborts when this part of the remaining time has passed. @param part from 0 to 1 */
  after(part: number): AbortSignal {
    if (this.isOver) return this.signal;
    // No AbortSignal.any: it would end before the whole anyway, and refers to its sources weakly.
    return AbortSignal.timeout(Math.ceil(this.remainingMs * part));
  }
}
