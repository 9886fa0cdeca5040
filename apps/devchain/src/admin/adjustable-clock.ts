/** A clock with an adjustable offset to another clock. */
export class AdjustableClock {
  #aheadMs = 0;

  /** @param base milliseconds since 1970 */
  constructor(private readonly base: () => number) {}

  readonly now = (): number => this.base() + this.#aheadMs;

  /** Moves the time forward. */
  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Moves the time forward to at least `timeMs`. */
  reach(timeMs: number): void {
    this.advance(Math.max(0, timeMs - this.now()));
  }

  /** Sets the time, also back. */
  set(timeMs: number): void {
    this.#aheadMs = timeMs - this.base();
  }
}
