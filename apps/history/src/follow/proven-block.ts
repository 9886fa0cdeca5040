import { bytesToHex, equalBytes } from '@app/antelope';
import {
  actionRootOf,
  blockIdOf,
  type DecodedBlock,
  decodeBlock,
  foreignTransaction,
  forgedAction,
  type GetBlocksResult,
  hasInstantFinality,
  numberOfId,
  type ShipStatus,
  type SignedBlock,
  transactionRootOf,
} from '@app/ship';
import { requireSections } from './available-blocks';
import { UnprovenBlockError } from './follow-errors';

/** A block whose header proves its id. */
export type ProvenBlock = DecodedBlock & { readonly block: SignedBlock };

/**
 * The content of a result whose header proves its id, its transactions and its actions. Its deltas are not proven: see
 * SECURITY.md.
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
  requireTransactionsOf(block, blockNum);
  if (result.traces !== undefined) {
    requireActionsOf(block, decoded, blockNum);
    const foreign = foreignTransaction(block, decoded.traces);
    if (foreign !== undefined)
      throw new UnprovenBlockError(`the traces of block ${String(blockNum)} are of others: ${foreign}`);
  }
  return { ...decoded, block };
}

/** The content of a result that has proven itself before: it is read, and not proven again. */
export function readProvenBlock(result: GetBlocksResult, blockNum: number): ProvenBlock {
  const decoded = decodeBlock(result);
  const { block } = decoded;
  if (block === undefined) throw new UnprovenBlockError(`block ${String(blockNum)} came without its header`);
  return { ...decoded, block };
}

/** Throws UnprovenBlockError unless the transactions are those that the header names. */
function requireTransactionsOf(block: SignedBlock, blockNum: number): void {
  const root = transactionRootOf(block);
  if (!equalBytes(root, block.transactionMroot))
    throw new UnprovenBlockError(
      `the header of block ${String(blockNum)} has the transaction root ${bytesToHex(block.transactionMroot)}, and that of the transactions is ${bytesToHex(root)}`,
    );
}

/**
 * Throws UnprovenBlockError unless the executed actions are those that the header names. With instant finality the
 * header has another root in that place: there each action has to be the one of its own receipt.
 */
function requireActionsOf(block: SignedBlock, { traces }: DecodedBlock, blockNum: number): void {
  const { actionMroot } = block;
  const root = hasInstantFinality(block) ? actionMroot : actionRootOf(traces);
  if (!equalBytes(root, actionMroot))
    throw new UnprovenBlockError(
      `the header of block ${String(blockNum)} has the action root ${bytesToHex(actionMroot)}, and that of the actions is ${bytesToHex(root)}`,
    );
  if (forgedAction(traces) !== undefined)
    throw new UnprovenBlockError(`an action of block ${String(blockNum)} is not the one of its receipt`);
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
