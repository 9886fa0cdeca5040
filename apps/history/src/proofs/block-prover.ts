import { equalBytes } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { READER } from '../decoding/tokens';
import { HistoryError } from '../parameters/history-error';
import type { HistoryReader } from '../store/port';
import type { BlockRef } from '../store/records';
import { NodeBlocks } from './node-blocks';
import { BlockProofs } from './block-proofs';

const UNAVAILABLE = 503;

/** Makes the proofs of blocks from what is stored of them and from the node of the chain. */
@Injectable()
export class BlockProver {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly blocks: NodeBlocks,
  ) {}

  /** @throws HistoryError where the node does not have the block, and where a fork replaced it meanwhile */
  async of({ num, id }: Pick<BlockRef, 'num' | 'id'>): Promise<BlockProofs> {
    const block = await this.blocks.get(id);
    const all = await this.reader.blockTransactions(num);
    const stored = all[0]?.block.id;
    if (stored === undefined || !equalBytes(stored, id))
      throw new HistoryError(UNAVAILABLE, `block ${String(num)} is no longer part of the history: try again`);
    return new BlockProofs(block, all);
  }
}
