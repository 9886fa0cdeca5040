import type { Clock } from '@app/operations';

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

  constructor(private readonly clock: Clock) {}

  get isCoolingDown(): boolean {
    return this.clock.monotonicMs() < this.#untilMs;
  }

  /** It was contradicted. Answers that were under way when a rest began do not make it longer. */
  begin(): void {
    const nowMs = this.clock.monotonicMs();
    if (nowMs < this.#untilMs) return;
    const isRepeated = nowMs - this.#untilMs < PROBATION_MS;
    this.#restMs = isRepeated ? Math.min(LONGEST_MS, this.#restMs * 2) : FIRST_MS;
    this.#untilMs = nowMs + this.#restMs;
  }
}
