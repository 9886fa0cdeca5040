import { bytesToHex, equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../derive/block-writes';
import { BlockGapError, IrreversibleError } from './errors';
import type { Cursor } from './port';

/** Deltas, and transactions, of one block that have a sequence of their own. */
const PER_BLOCK = 2 ** 24;

/** Sequence of the delta at `index` of a block. Throws RangeError for an index that would be one of the next block. */
export function deltaSequence(blockNum: number, index: number): bigint {
  if (index >= PER_BLOCK)
    throw new RangeError(
      `block ${String(blockNum)} has more than ${String(PER_BLOCK)} changed rows or transactions: the store has no number for them`,
    );
  return BigInt(blockNum) * BigInt(PER_BLOCK) + BigInt(index);
}

export const blockOfDelta = (sequence: bigint): number => Number(sequence / BigInt(PER_BLOCK));

/** The first of the first blocks of a store where the state before it is not known; 0: the state is whole. */
export const knownFromOf = ([first]: readonly BlockWrites[]): number =>
  first?.beginsInTheMiddle === true ? first.block.num : 0;

/** Number of a block, which its id begins with. Source: eosio::chain::block_header::num_from_id. */
export const numberFromId = (id: Uint8Array): number =>
  new DataView(id.buffer, id.byteOffset, id.byteLength).getUint32(0);

/** Throws BlockGapError unless the blocks follow `last` and each other. */
export function requireContinuity(last: BlockPosition | undefined, blocks: readonly BlockWrites[]): void {
  let previous = last;
  for (const { block } of blocks) {
    if (previous !== undefined) {
      if (block.num !== previous.num + 1)
        throw new BlockGapError(`block ${block.num} does not follow block ${previous.num}`);
      if (!equalBytes(block.previousId, previous.id))
        throw new BlockGapError(
          `block ${block.num} follows ${bytesToHex(block.previousId)}, and block ${previous.num} is ${bytesToHex(previous.id)}`,
        );
    }
    previous = block;
  }
}

/** Throws IrreversibleError when going back to `num` removes an irreversible block. */
export function requireReversible(cursor: Pick<Cursor, 'num' | 'irreversibleNum'>, num: number): void {
  if (num < cursor.irreversibleNum && num < cursor.num)
    throw new IrreversibleError(
      `block ${cursor.irreversibleNum} is irreversible, cannot go back to block ${num}`,
    );
}

/** The last irreversible block after an append: never lower than before, never above the last block. */
export const advanceIrreversible = (before: number, reported: number, lastNum: number): number =>
  Math.max(before, Math.min(reported, lastNum));
