import type { Clock } from '@app/operations/core';

/** First rest of a node that two others contradict; each further one is twice as long. */
const FIRST_MS = 60_000;
/** A node that is repaired is used again after this time at the latest. */
const LONGEST_MS = 3_600_000;
/** A node that is contradicted again within this time after a rest rests for longer than before. */
const PROBATION_MS = 3_600_000;

/** How long a node rests that said something false: it serves nothing until then. */
export class LiarRest {
  #untilMs = -Infinity;
  #restMs = 0;
  #times = 0;
  #difference = '';

  constructor(private readonly clock: Clock) {}

  get isCoolingDown(): boolean {
    return this.clock.monotonicMs() < this.#untilMs;
  }

  /** Why it rests, in words, without the node's name. */
  get why(): string {
    const times = this.#times === 1 ? '' : `, ${this.#times} times in a row`;
    const difference = this.#difference === '' ? '' : ` (${this.#difference})`;
    return `answered otherwise than two other nodes${times}${difference}: rests for ${this.#restMs / 1_000} s`;
  }

  /**
   * It was contradicted. Answers that were under way when a rest began do not make it longer.
   * @param difference what it said otherwise, in words
   */
  begin(difference = ''): void {
    const nowMs = this.clock.monotonicMs();
    if (nowMs < this.#untilMs) return;
    const isRepeated = nowMs - this.#untilMs < PROBATION_MS;
    this.#restMs = isRepeated ? Math.min(LONGEST_MS, this.#restMs * 2) : FIRST_MS;
    this.#times = isRepeated ? this.#times + 1 : 1;
    this.#difference = difference;
    this.#untilMs = nowMs + this.#restMs;
  }
}
