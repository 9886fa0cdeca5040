import { bytesToHex, equalBytes } from '@app/antelope';
import type { BlockPosition, BlockWrites } from '../derive/block-writes';
import { BlockGapError, IrreversibleError } from './errors';
import type { Cursor } from './port';

/** Deltas of one block that have a sequence of their own. */
const DELTAS_PER_BLOCK = 2n ** 24n;

/** Sequence of the delta at `index` of a block. */
export const deltaSequence = (blockNum: number, index: number): bigint =>
  BigInt(blockNum) * DELTAS_PER_BLOCK + BigInt(index);

export const blockOfDelta = (sequence: bigint): number => Number(sequence / DELTAS_PER_BLOCK);

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
