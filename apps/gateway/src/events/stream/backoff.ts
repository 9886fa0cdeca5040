/** Pause after the first failure. */
const FIRST_PAUSE_MS = 1_000;
/** Longest pause between two tries of something that keeps failing. */
const LONGEST_PAUSE_MS = 30_000;

/** Pauses of something that keeps failing: doubled from one failure to the next, up to a bound. */
export class Backoff {
  #pauseMs = 0;
  #untilMs = 0;

  get isDue(): boolean {
    return performance.now() >= this.#untilMs;
  }

  failed(): void {
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs));
    this.#untilMs = performance.now() + this.#pauseMs;
  }

  succeeded(): void {
    this.#pauseMs = 0;
    this.#untilMs = 0;
  }
}
