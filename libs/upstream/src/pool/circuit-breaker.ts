import type { Clock } from '@app/operations';

/** Failures in a row after which a node is left alone. */
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Leaves a failing node alone: closed while it works; open for a pause after failures in a row; then half open, where one
 * request at a time tries it, and its outcome closes the circuit or opens it for a pause twice as long.
 */
export class CircuitBreaker {
  #failures = 0;
  #openedAtMs = 0;
  #pauseMs = 0;
  #isTrying = false;

  /** @param fraction a random number from 0 up to 1: nodes that failed together are not tried again together */
  constructor(
    private readonly clock: Clock,
    private readonly fraction: () => number,
  ) {}

  /** Whether a request may be sent now. */
  get allows(): boolean {
    return this.#pauseMs === 0 || (!this.#isTrying && this.#isPauseOver());
  }

  get state(): 'closed' | 'open' | 'half open' {
    if (this.#pauseMs === 0) return 'closed';
    return this.#isPauseOver() ? 'half open' : 'open';
  }

  /** A request is sent. */
  begin(): void {
    if (this.#pauseMs > 0) this.#isTrying = true;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#pauseMs = 0;
    this.#isTrying = false;
  }

  recordFailure(): void {
    this.#failures += 1;
    const wasTried = this.#pauseMs > 0 && this.#isPauseOver();
    this.#isTrying = false;
    if (wasTried) this.#open(Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2));
    else if (this.#pauseMs === 0 && this.#failures >= FAILURES_TO_OPEN) this.#open(FIRST_PAUSE_MS);
  }

  /** A request ended without saying anything about the node. */
  recordNothing(): void {
    this.#isTrying = false;
  }

  #open(pauseMs: number): void {
    this.#openedAtMs = this.clock.monotonicMs() + Math.floor((pauseMs / 2) * this.fraction());
    this.#pauseMs = pauseMs;
  }

  #isPauseOver(): boolean {
    return this.clock.monotonicMs() - this.#openedAtMs >= this.#pauseMs;
  }
}
