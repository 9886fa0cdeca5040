import { equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../../derive/block-writes';
import { WrongChainError } from '../errors';
import type { ChainTail, Cursor, HistoryWriter } from '../port';
import { activeSchedules } from '../active-schedules';
import { advanceIrreversible, requireContinuity, requireReversible } from '../positions';
import { ChainState } from './state';

/**
 * The whole history in the memory of this process, as the blocks that were appended. Every answer is computed from
 * all of them: the model that the stores are compared with.
 */
export class MemoryHistory implements HistoryWriter {
  chainId: Uint8Array | undefined;
  blocks: BlockWrites[] = [];
  irreversibleNum = 0;
  /** Blocks below have no history any more. */
  prunedBefore = 0;
  private cachedState: ChainState | undefined;

  get state(): ChainState {
    this.cachedState ??= ChainState.after(this.blocks);
    return this.cachedState;
  }

  async open(chainId: Uint8Array): Promise<void> {
    if (this.chainId !== undefined && !equalBytes(this.chainId, chainId))
      throw new WrongChainError('the store holds the history of another chain');
    this.chainId = chainId;
  }

  async cursor(): Promise<Cursor | undefined> {
    const last = this.blocks.at(-1)?.block;
    if (last === undefined) return undefined;
    const firstNum = Math.max(this.prunedBefore, this.blocks[0]?.block.num ?? 0);
    return { num: last.num, id: last.id, irreversibleNum: this.irreversibleNum, firstNum };
  }

  async reversible(): Promise<BlockPosition[]> {
    return this.blocks
      .filter(({ block }) => block.num > this.irreversibleNum)
      .map(({ block }) => ({ num: block.num, id: block.id }));
  }

  async tail(): Promise<ChainTail | undefined> {
    const last = this.blocks.at(-1)?.block;
    if (last === undefined) return undefined;
    const announced = this.state.schedules.filter(
      ({ kind, version }) => kind === 'activated' && version >= last.scheduleVersion,
    );
    return { timeMs: last.timeMs, schedules: activeSchedules(announced) };
  }

  async append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    requireContinuity(this.blocks.at(-1)?.block, blocks);
    this.blocks.push(...blocks);
    this.cachedState = undefined;
    const last = this.blocks.at(-1)?.block.num ?? 0;
    this.irreversibleNum = advanceIrreversible(this.irreversibleNum, irreversibleNum, last);
  }

  async undoTo(num: number): Promise<void> {
    const cursor = await this.cursor();
    if (cursor === undefined) return;
    requireReversible(cursor, num);
    this.blocks = this.blocks.filter(({ block }) => block.num <= num);
    this.cachedState = undefined;
  }

  async prune(beforeNum: number): Promise<void> {
    this.prunedBefore = Math.max(this.prunedBefore, Math.min(beforeNum, this.irreversibleNum));
  }

  async reset(): Promise<void> {
    this.blocks = [];
    this.irreversibleNum = 0;
    this.prunedBefore = 0;
    this.cachedState = undefined;
  }

  async report(): Promise<void> {
    // Other processes cannot read this memory.
  }

  async close(): Promise<void> {
    await this.reset();
  }
}
