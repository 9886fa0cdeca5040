import type { HistoryWriter } from '../store/port';

/** Blocks above the limit that are removed together: less often than each block, as removal reads the whole range. */
const LEAST_BLOCKS = 100;
/** Blocks of one transaction of the store, so that a newly set limit does not stop the following for long. */
const MOST_BLOCKS = 1000;

/** Removes the history of old blocks. The current state stays. */
export class Retention {
  private firstNum: number | undefined;

  constructor(
    private readonly writer: HistoryWriter,
    /** Blocks whose history is kept; undefined keeps all. */
    private readonly keepBlocks: number | undefined,
  ) {}

  /** Removes a part of what is too old, after blocks were written. */
  async afterCommit(lastNum: number): Promise<void> {
    if (this.keepBlocks === undefined) return;
    this.firstNum ??= (await this.writer.cursor())?.firstNum ?? lastNum;
    const surplus = lastNum - this.keepBlocks + 1 - this.firstNum;
    if (surplus < LEAST_BLOCKS) return;
    await this.writer.prune(this.firstNum + Math.min(surplus, MOST_BLOCKS));
    // Only irreversible blocks are removed, so the store tells how far that went.
    this.firstNum = (await this.writer.cursor())?.firstNum;
  }
}
