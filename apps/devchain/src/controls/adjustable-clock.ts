/** A clock that goes as another does, but may be set forward. */
export class AdjustableClock {
  private aheadMs = 0;

  /** @param base milliseconds since 1970 */
  constructor(private readonly base: () => number) {}

  readonly now = (): number => this.base() + this.aheadMs;

  /** Time jumps forward. */
  advance(ms: number): void {
    this.aheadMs += ms;
  }

  /** It is at least that time. */
  reach(timeMs: number): void {
    this.advance(Math.max(0, timeMs - this.now()));
  }

  /** Time goes on from there, which may also be back. */
  set(timeMs: number): void {
    this.aheadMs = timeMs - this.base();
  }
}
