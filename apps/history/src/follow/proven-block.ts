import { bytesToHex, equalBytes } from '@app/antelope';
import {
  blockIdOf,
  type DecodedBlock,
  decodeBlock,
  type GetBlocksResult,
  numberOfId,
  type ShipStatus,
  type SignedBlock,
} from '@app/ship';
import { requireSections } from './available-blocks';
import { UnprovenBlockError } from './follow-errors';

/** A block whose header proves its id. */
export type ProvenBlock = DecodedBlock & { readonly block: SignedBlock };

/**
 * The content of a result whose header proves its id. Its traces and deltas are not proven: see SECURITY.md.
 * Throws MissingHistoryError without a section that the node has, UnprovenBlockError, ValueError.
 */
export function provenBlock(result: GetBlocksResult, blockNum: number, status: ShipStatus): ProvenBlock {
  requireSections(result, blockNum, status);
  const decoded = decodeBlock(result);
  const { thisBlock, prevBlock, block } = decoded;
  if (block === undefined) throw new UnprovenBlockError(`block ${String(blockNum)} came without its header`);
  const id = blockIdOf(block);
  if (thisBlock.blockNum !== blockNum || !equalBytes(id, thisBlock.blockId))
    throw new UnprovenBlockError(
      `the header of block ${String(blockNum)} has the id ${bytesToHex(id)}, and the node sent it as ${bytesToHex(thisBlock.blockId)}`,
    );
  if (prevBlock !== undefined && !equalBytes(prevBlock.blockId, block.previous))
    throw new UnprovenBlockError(
      `the header of block ${String(blockNum)} names ${bytesToHex(block.previous)} as the block before, and the node ${bytesToHex(prevBlock.blockId)}`,
    );
  return { ...decoded, block };
}

type Positions = Pick<GetBlocksResult, 'head' | 'lastIrreversible' | 'thisBlock' | 'prevBlock'>;

/** Throws UnprovenBlockError unless the numbers of all positions of a message are those of their ids. */
export function requireNumbersOfIds({ head, lastIrreversible, thisBlock, prevBlock }: Positions): void {
  for (const position of [head, lastIrreversible, thisBlock, prevBlock]) {
    if (position === undefined) continue;
    const { blockNum, blockId } = position;
    if (numberOfId(blockId) !== blockNum)
      throw new UnprovenBlockError(
        `the node sent the id ${bytesToHex(blockId)} as that of block ${String(blockNum)}`,
      );
  }
  if (lastIrreversible.blockNum > head.blockNum)
    throw new UnprovenBlockError(
      `the node sent block ${String(lastIrreversible.blockNum)} as irreversible, and block ${String(head.blockNum)} as its head`,
    );
}
