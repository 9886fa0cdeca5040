import type { IndexProgress } from '../store/port';

/** The speed of catching up is the average of this time. */
const WINDOW_MS = 30_000;
/** Interval of the samples of that average. */
const SAMPLE_MS = 1_000;
/** A store that is this close is at the head. */
const AT_HEAD_BLOCKS = 20;

/** Measures the rate at which blocks are written. */
export class CatchUp {
  #blocks = 0;
  #samples: { readonly atMs: number; readonly blocks: number }[] = [];

  /** Begins anew, with a connection. */
  start(nowMs: number): void {
    this.#blocks = 0;
    this.#samples = [{ atMs: nowMs, blocks: 0 }];
  }

  /** Counts blocks that were written. */
  note(blocks: number, nowMs: number): void {
    this.#blocks += blocks;
    const last = this.#samples.at(-1);
    if (last !== undefined && nowMs - last.atMs < SAMPLE_MS) return;
    this.#samples.push({ atMs: nowMs, blocks: this.#blocks });
    this.#samples = this.#samples.filter(
      ({ atMs }, index) => index === this.#samples.length - 1 || nowMs - atMs <= WINDOW_MS,
    );
  }

  /** Undefined at the head, and before there is a rate. */
  progress(lastNum: number, headNum: number, nowMs: number): IndexProgress | undefined {
    return this.progressOf(headNum - lastNum, nowMs);
  }

  /** The same for a number of blocks that are left. */
  progressOf(remainingBlocks: number, nowMs: number): IndexProgress | undefined {
    const first = this.#samples[0];
    if (first === undefined || remainingBlocks <= AT_HEAD_BLOCKS || nowMs === first.atMs) return undefined;
    const blocksPerSecond = ((this.#blocks - first.blocks) * 1000) / (nowMs - first.atMs);
    if (blocksPerSecond === 0) return undefined;
    return {
      remainingBlocks,
      blocksPerSecond: Math.round(blocksPerSecond * 10) / 10,
      remainingSeconds: Math.ceil(remainingBlocks / blocksPerSecond),
    };
  }
}
