import type { Clock } from '@app/operations';

/**
 * Ages of the blocks that a server sends, by the clock of this machine. One whose blocks are older than a limit, and get no
 * younger within the same time, keeps its client behind: it stands still, or sends old blocks slower than the chain makes
 * new ones.
 */
export class BlockAges {
  readonly #since: number;
  #window: { readonly beginMs: number; readonly ageMs: number } | undefined;
  #lastBlockMs: number | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
  ) {
    this.#since = clock.monotonicMs();
  }

  /** @param timeMs of the last block that was applied, in milliseconds since 1970 */
  saw(timeMs: number): void {
    this.#lastBlockMs = timeMs;
    this.#window ??= this.#windowNow(timeMs);
  }

  /** Why the server counts as failed; undefined while it does not. */
  get complaint(): string | undefined {
    const nowMs = this.clock.monotonicMs();
    if (this.#window === undefined || this.#lastBlockMs === undefined)
      return nowMs - this.#since > this.limitMs
        ? `no block came within ${String(this.limitMs)} ms`
        : undefined;
    if (nowMs - this.#window.beginMs <= this.limitMs) return undefined;
    const before = this.#window;
    this.#window = this.#windowNow(this.#lastBlockMs);
    const { ageMs } = this.#window;
    if (ageMs <= this.limitMs || ageMs < before.ageMs) return undefined;
    return `its blocks are ${String(Math.round(ageMs / 1_000))} s old, and got no younger in ${String(this.limitMs)} ms`;
  }

  #windowNow(timeMs: number): { beginMs: number; ageMs: number } {
    return { beginMs: this.clock.monotonicMs(), ageMs: this.clock.now() - timeMs };
  }
}
