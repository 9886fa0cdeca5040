import type { LookPlace } from './looks';

/** Longer than a node is in use that falls behind the others by 10 blocks. */
export const LONGEST_WAIT_MS = 10_000;
/** More than an honest node is ahead of a look, a minute of blocks: a false row of one node delays a log by that at most. */
export const MOST_AHEAD = 120;

/**
 * The head block that a client has seen, which ids of events state. Nodes that are behind it would say that a fork took back
 * what they do not have yet. Values of such a look are left out for a while when a stream begins: a fork, or a chain that was
 * set back, may have no such block for longer. Logs wait for that block, however long it takes: what they take back is lost.
 */
export class SeenHead {
  readonly #untilMs: number;
  /** Number of the first look that was read; those before it are older. */
  #first: number | undefined;
  #block: number | undefined;
  /** Since when looks are behind the block; undefined: the last one was not. */
  #behindSinceMs: number | undefined;

  /**
   * @param seen block of the id that the client continues; undefined: it begins, or the id states none
   * @param nowMs a monotonic clock
   */
  constructor(
    private readonly seen: number | undefined,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.#block = seen;
    this.#untilMs = nowMs() + LONGEST_WAIT_MS;
  }

  /** Undefined: none is known. */
  get blockNum(): number | undefined {
    return this.#block;
  }

  /** Whether a value is read of a look. Looks behind the first one that is are not behind each other. */
  admits({ number, headBlock = 0 }: LookPlace): boolean {
    const isReached = headBlock >= (this.seen ?? 0) || this.nowMs() >= this.#untilMs;
    if (isReached) this.#first ??= number;
    return this.#first !== undefined && number >= this.#first;
  }

  /** Whether a log is read of a look: it has the newest block that the client was sent something of. */
  reaches({ headBlock = 0 }: LookPlace): boolean {
    const isReached = headBlock >= (this.#block ?? 0);
    if (isReached) this.#behindSinceMs = undefined;
    else this.#behindSinceMs ??= this.nowMs();
    return isReached;
  }

  /** Looks are behind for longer than a node that catches up. */
  get isLongBehind(): boolean {
    return this.#behindSinceMs !== undefined && this.nowMs() - this.#behindSinceMs >= LONGEST_WAIT_MS;
  }

  /**
   * The position of the client has changed by a look.
   * @param rows newest block of the rows that were read, where they state one: a node may be ahead of the look
   */
  changedBy({ headBlock = 0 }: LookPlace, rows = 0): void {
    this.#block = Math.max(headBlock, Math.min(rows, headBlock + MOST_AHEAD), this.#block ?? 0);
  }
}
