import type { Clock } from '@app/operations/core';

/** Failures in a row after which a node is left alone. */
const FAILURES_TO_OPEN = 5;
/** First pause of a node that failed five times in a row; each further one is twice as long. */
const FIRST_PAUSE_MS = 1_000;
/** A node that returned is used again after this time at the latest. */
const LONGEST_PAUSE_MS = 30_000;
/** A node that fails again within this time after a pause comes and goes: it rests at once, and for longer. */
const PROBATION_MS = 10_000;

/**
 * Leaves a failing node alone: closed while it works; open for a pause after failures in a row; then half open, where one
 * request at a time tries it, and its outcome closes the circuit or opens it for a pause twice as long. For ten seconds
 * after a pause one failure is enough: a node that comes and goes costs few requests their first attempt.
 */
export class CircuitBreaker {
  #failures = 0;
  #openedAtMs = 0;
  #pauseMs = 0;
  #lastPauseMs = 0;
  #closedAtMs = 0;
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
    if (this.#pauseMs > 0) {
      this.#lastPauseMs = this.#pauseMs;
      this.#closedAtMs = this.clock.monotonicMs();
    }
    this.#failures = 0;
    this.#pauseMs = 0;
    this.#isTrying = false;
  }

  recordFailure(): void {
    this.#failures += 1;
    const wasTried = this.#pauseMs > 0 && this.#isPauseOver();
    this.#isTrying = false;
    if (wasTried) this.#open(this.#pauseMs * 2);
    else if (this.#pauseMs > 0) return;
    else if (this.#isOnProbation()) this.#open(this.#lastPauseMs * 2);
    else if (this.#failures >= FAILURES_TO_OPEN) this.#open(FIRST_PAUSE_MS);
  }

  /** A request ended without saying anything about the node. */
  recordNothing(): void {
    this.#isTrying = false;
  }

  #open(wantedMs: number): void {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, wantedMs);
    this.#openedAtMs = this.clock.monotonicMs() + Math.floor((pauseMs / 2) * this.fraction());
    this.#pauseMs = pauseMs;
  }

  #isOnProbation(): boolean {
    return this.#lastPauseMs > 0 && this.clock.monotonicMs() - this.#closedAtMs < PROBATION_MS;
  }

  #isPauseOver(): boolean {
    return this.clock.monotonicMs() - this.#openedAtMs >= this.#pauseMs;
  }
}
