import type { HistoryWriter } from '../store/port';

/** Blocks above the limit that are removed together: less often than each block, as removal reads the whole range. */
const LEAST_BLOCKS = 100;
/** Blocks of one transaction of the store, so that a newly set limit does not stop the following for long. */
const MOST_BLOCKS = 1000;

const MS_PER_DAY = 86_400_000;

export interface RetentionLimits {
  /** Blocks whose history is kept; undefined keeps all. */
  readonly keepBlocks: number | undefined;
  /**
   * Days before the last block whose blocks are kept; undefined keeps all. With both limits, the shorter one counts.
   */
  readonly keepDays: number | undefined;
}

/** Removes the history of old blocks. The current state stays. */
export class Retention {
  #firstNum: number | undefined;
  /** First block that the days keep, as it was behind block `atNum`. */
  #byDays: { readonly atNum: number; readonly firstKept: number } | undefined;

  constructor(
    private readonly writer: HistoryWriter,
    private readonly limits: RetentionLimits,
  ) {}

  /** Removes a part of what is too old, after blocks were written. */
  async afterCommit(lastNum: number): Promise<void> {
    const { keepBlocks, keepDays } = this.limits;
    if (keepBlocks === undefined && keepDays === undefined) return;
    this.#firstNum ??= (await this.writer.cursor())?.firstNum ?? lastNum;
    const byBlocks = keepBlocks === undefined ? 0 : lastNum - keepBlocks + 1;
    const byDays = keepDays === undefined ? 0 : await this.#firstOfDays(lastNum, keepDays);
    const surplus = Math.max(byBlocks, byDays) - this.#firstNum;
    if (surplus < LEAST_BLOCKS) return;
    await this.writer.prune(this.#firstNum + Math.min(surplus, MOST_BLOCKS));
    // Only irreversible blocks are removed, so the last removed one is read from the store.
    this.#firstNum = (await this.writer.cursor())?.firstNum;
  }

  /** Asked every LEAST_BLOCKS blocks: fewer are not removed. */
  async #firstOfDays(lastNum: number, days: number): Promise<number> {
    if (this.#byDays === undefined || Math.abs(lastNum - this.#byDays.atNum) >= LEAST_BLOCKS) {
      const timeMs = (await this.writer.tail())?.timeMs ?? 0;
      const firstKept = (await this.writer.firstSince(timeMs - days * MS_PER_DAY)) ?? 0;
      this.#byDays = { atNum: lastNum, firstKept };
    }
    return this.#byDays.firstKept;
  }
}
