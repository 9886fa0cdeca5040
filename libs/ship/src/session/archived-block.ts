import { ByteWriter, ValueError } from '@app/antelope';
import { optional, struct } from '../wire/codec';
import { bigBytes } from '../wire/scalars';
import { ShipReader } from '../wire/ship-reader';
import { blockPosition, type BlockPosition } from './block-position';
import type { GetBlocksResult } from './result';

/** An irreversible block as archives keep it: a result without the positions of the moment at which it was sent. */
export interface ArchivedBlock extends Pick<GetBlocksResult, 'prevBlock' | 'block' | 'traces' | 'deltas'> {
  thisBlock: BlockPosition;
}

const archivedBlock = struct<ArchivedBlock>({
  thisBlock: blockPosition,
  prevBlock: optional(blockPosition),
  block: optional(bigBytes),
  traces: optional(bigBytes),
  deltas: optional(bigBytes),
});

/** The bytes of one block. Those of several follow each other. */
export function encodeArchivedBlock(block: ArchivedBlock): Uint8Array {
  const writer = new ByteWriter();
  archivedBlock.write(writer, block);
  return writer.finish();
}

/** Bounds of the blocks that are read. */
export interface ArchivedBlockLimits {
  readonly blocks: number;
  /** Of all sections of a block. */
  readonly blockBytes: number;
}

const NO_LIMITS: ArchivedBlockLimits = { blocks: Infinity, blockBytes: Infinity };

/**
 * Reads all blocks of `bytes`; their sections are views on it. Throws ValueError, also for a part of a block, and at the
 * first block beyond a limit.
 */
export function decodeArchivedBlocks(bytes: Uint8Array, limits = NO_LIMITS): ArchivedBlock[] {
  const reader = new ShipReader(bytes);
  const blocks: ArchivedBlock[] = [];
  while (!reader.isAtEnd) {
    if (blocks.length >= limits.blocks)
      throw new ValueError(`there are more than ${String(limits.blocks)} blocks`);
    const block = archivedBlock.read(reader);
    blocks.push(block);
    const length = [block.block, block.traces, block.deltas].reduce(
      (sum, section) => sum + (section?.length ?? 0),
      0,
    );
    if (length > limits.blockBytes)
      throw new ValueError(
        `a block has ${String(length)} bytes, and ${String(limits.blockBytes)} are the limit`,
      );
  }
  return blocks;
}
