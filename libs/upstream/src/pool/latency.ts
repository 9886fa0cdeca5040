/** Weight of a new measurement: the last ten or so count. */
const WEIGHT = 0.2;
/** Measurements that a percentile is taken of. */
const WINDOW = 256;
const RECOMPUTE_EVERY = 32;

/** Moving average of how long a node takes, in milliseconds. */
export class AverageLatency {
  #ms: number | undefined;

  /** Undefined before the first measurement. */
  get ms(): number | undefined {
    return this.#ms;
  }

  observe(ms: number): void {
    this.#ms = this.#ms === undefined ? ms : this.#ms + WEIGHT * (ms - this.#ms);
  }

  /** A request that took at least `ms` and was given up: counts only when it is slower than the average. */
  observeAtLeast(ms: number): void {
    if (this.#ms === undefined || ms > this.#ms) this.observe(ms);
  }
}

/** The 95th percentile of the last measurements. */
export class LatencyPercentile {
  readonly #window: number[] = [];
  #next = 0;
  #untilRecompute = 0;
  #p95: number | undefined;

  /** Undefined until there are enough measurements to say something. */
  get p95Ms(): number | undefined {
    return this.#p95;
  }

  observe(ms: number): void {
    this.#window[this.#next] = ms;
    this.#next = (this.#next + 1) % WINDOW;
    this.#untilRecompute -= 1;
    if (this.#untilRecompute > 0 || this.#window.length < RECOMPUTE_EVERY) return;
    this.#untilRecompute = RECOMPUTE_EVERY;
    const sorted = [...this.#window].sort((a, b) => a - b);
    this.#p95 = sorted[Math.floor(sorted.length * 0.95)];
  }
}
