import type { Clock } from '@app/operations/core';

/**
 * - `reached`: a node answers, or one did a moment ago
 * - `unknown`: none answered since the start, and it is not known yet whether another replica reaches one
 * - `lost`: none answers, and nothing shows that another replica reaches one
 * - `lost here`: none answers, and another replica reaches one
 */
export type Reach = 'reached' | 'unknown' | 'lost' | 'lost here';

/** Longer than a poll may take: another replica may state a head that it read before all nodes were lost. */
const SETTLED_MS = 3_000;
/** Longer than the interval of the polls of a replica without requests, after which it raises the head. */
const IDLE_POLL_MS = 12_000;

/**
 * Whether this replica alone reaches no node of a network: others continue to raise the head that replicas have in common,
 * after this one lost its nodes. While the chain stands still nothing shows that they reach one.
 */
export class ReplicaReach {
  #hasReached = false;
  #lostAtMs: number | undefined;
  #stated: number | undefined;
  #raisedAtMs: number | undefined;
  #isSettled: boolean;

  /** @param hasOthers false: nothing is known of other replicas */
  constructor(
    private readonly clock: Clock,
    hasOthers: boolean,
  ) {
    this.#isSettled = !hasOthers;
  }

  get state(): Reach {
    if (this.#lostAtMs === undefined) return this.#hasReached ? 'reached' : 'unknown';
    const isRaised =
      this.#raisedAtMs !== undefined && this.clock.monotonicMs() - this.#raisedAtMs <= IDLE_POLL_MS;
    if (isRaised) return 'lost here';
    return this.#hasReached || this.#isSettled ? 'lost' : 'unknown';
  }

  /**
   * A node was polled.
   * @param silentMs since any node answered anything; Infinity: none did
   * @param stated highest head that other replicas state; 0 where there is none
   */
  record(silentMs: number, stated: number): void {
    if (silentMs <= SETTLED_MS) {
      this.#hasReached = true;
      this.#lostAtMs = this.#stated = this.#raisedAtMs = undefined;
      return;
    }
    const nowMs = this.clock.monotonicMs();
    this.#lostAtMs ??= nowMs;
    if (nowMs - this.#lostAtMs <= SETTLED_MS) return;
    if (nowMs - this.#lostAtMs > SETTLED_MS + IDLE_POLL_MS) this.#isSettled = true;
    // The first reading may be older than the loss.
    if (this.#stated !== undefined && this.#stated > 0 && stated > this.#stated) this.#raisedAtMs = nowMs;
    this.#stated = stated;
  }
}
