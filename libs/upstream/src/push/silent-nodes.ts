import type { Clock } from '@app/operations/core';

/** Longer than a push takes, so that one that hangs delays a refusal a minute at most. */
const SILENT_MS = 60_000;

/**
 * Nodes that left a push unanswered lately: no refusal waits for what they say of it. An answer of any kind ends that: what
 * a node answers follows from the bytes of a client.
 */
export class SilentNodes {
  /** When they may be asked again, by address. */
  readonly #untilMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  record(address: string, isSilent: boolean): void {
    if (isSilent) this.#untilMs.set(address, this.clock.monotonicMs() + SILENT_MS);
    else this.#untilMs.delete(address);
  }

  has(address: string): boolean {
    return (this.#untilMs.get(address) ?? -Infinity) > this.clock.monotonicMs();
  }
}
