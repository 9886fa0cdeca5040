import { decodeBlock, type GetBlocksResult, type ShipStatus } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import type { HistoryWriter } from '../store/port';
import { requireSections } from './available-blocks';
import type { BlockDerivation, FollowListener } from './block-derivation';
import { MissingHistoryError } from './follow-errors';
import { FollowedChain } from './followed-chain';

/** Brings results of the node into the store: checks, undoes, derives, appends. */
export class BlockApplier {
  private batch: BlockWrites[] = [];

  private constructor(
    private chain: FollowedChain,
    private readonly writer: HistoryWriter,
    private readonly derivation: BlockDerivation,
    private readonly listener: FollowListener,
    private readonly status: ShipStatus,
    private readonly firstNum: number,
  ) {}

  /** Continues behind the last block of the store. `firstNum` is that of the first block of an empty store. */
  static async resume(
    writer: HistoryWriter,
    derivation: BlockDerivation,
    listener: FollowListener,
    status: ShipStatus,
    firstNum: number,
  ): Promise<BlockApplier> {
    const chain = new FollowedChain(await writer.cursor(), await writer.reversible(), firstNum);
    derivation.resume(await writer.tail());
    return new BlockApplier(chain, writer, derivation, listener, status, firstNum);
  }

  /** Number of the last block of the store; undefined while it is empty. */
  get lastNum(): number | undefined {
    return this.chain.cursor?.num;
  }

  /**
   * Applies blocks in order. Each run between two forks is one transaction of the store. The blocks before one that is
   * refused are written.
   */
  async apply(results: readonly GetBlocksResult[]): Promise<void> {
    this.batch = [];
    try {
      for (const result of results) await this.add(result);
    } finally {
      await this.commit();
    }
  }

  private async add(result: GetBlocksResult): Promise<void> {
    const { thisBlock, prevBlock } = result;
    if (thisBlock === undefined)
      throw new MissingHistoryError(`the node has no history of block ${String(this.chain.nextNum)}`);
    const step = this.chain.stepOf(thisBlock, prevBlock);
    if (step.kind === 'undo') {
      await this.undo(step.to);
      this.chain.stepOf(thisBlock, prevBlock);
    }
    requireSections(result, thisBlock.blockNum, this.status);
    this.batch.push(this.derivation.derive(decodeBlock(result)));
    this.chain.append(thisBlock, result.lastIrreversible.blockNum);
  }

  private async undo(to: number): Promise<void> {
    await this.commit();
    await this.writer.undoTo(to);
    this.chain = new FollowedChain(await this.writer.cursor(), await this.writer.reversible(), this.firstNum);
    this.derivation.resume(await this.writer.tail());
    this.listener.undone(to);
  }

  private async commit(): Promise<void> {
    const blocks = this.batch;
    if (blocks.length === 0) return;
    this.batch = [];
    await this.writer.append(blocks, this.chain.irreversibleNum);
    this.listener.committed(blocks, this.chain.irreversibleNum);
  }
}
