import type { DecodedBlock } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import type { ChainTail, MissedBefore } from '../store/port';

/** Makes the writes of blocks that follow each other. */
export interface BlockDerivation {
  /** Continues behind the last block of the store, at the start and after blocks were undone. */
  resume(tail: ChainTail | undefined): void;
  derive(block: DecodedBlock): BlockWrites;
  /** The writes of a block apart from those before it: without its `missedBlocks`. It is not the first of the store. */
  deriveAlone(block: DecodedBlock): BlockWrites;
  /** The empty slots before a block that `deriveAlone` made. Called in the order of the blocks. */
  missedBefore: MissedBefore;
}

/** Receives changes of the store after they are committed, in order. */
export interface FollowListener {
  committed(blocks: readonly Pick<BlockWrites, 'block'>[], irreversibleNum: number): void;
  /** Blocks above `num` were undone; 0 when everything is read again. */
  undone(num: number): void;
}
