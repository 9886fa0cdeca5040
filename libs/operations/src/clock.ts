/** The service's own time, injected so that a test can move it. Never the chain's time. */
export interface Clock {
  /**
   * Milliseconds since the Unix epoch: for moments that are printed or compared with times from outside
   * (block times, expiry). It may jump, forward or back, when the machine's clock is set.
   */
  now(): number;
  /**
   * Whole milliseconds since an arbitrary moment; never goes back. Every duration (lifetimes,
   * ages, timeouts, windows) is a difference of two of these. Values of two processes cannot be compared.
   */
  monotonicMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => Math.floor(performance.now()),
};

/** A clock that moves only on command. */
export class ManualClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;

  /** @param startMs of the wall clock, in milliseconds since the Unix epoch */
  constructor(startMs = 0) {
    this.#wallMs = startMs;
  }

  now(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** Time passes: moves both clocks forward by `ms` milliseconds. */
  advance(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }

  /** The wall clock is set to `ms` since the Unix epoch, while no time passes. */
  setWallClock(ms: number): void {
    this.#wallMs = ms;
  }
}
