import { ByteWriter } from '@app/antelope';
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

/** Reads all blocks of `bytes`; their sections are views on it. Throws ValueError, also for a part of a block. */
export function decodeArchivedBlocks(bytes: Uint8Array): ArchivedBlock[] {
  const reader = new ShipReader(bytes);
  const blocks: ArchivedBlock[] = [];
  while (!reader.isAtEnd) blocks.push(archivedBlock.read(reader));
  return blocks;
}
