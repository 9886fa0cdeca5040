import type { BlockPosition, DecodedBlock } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import type { LoadedState } from '../derive/derivation';
import type { ChainTail, CompleteBlock, StateLoad } from '../store/port';
import type { StateRows } from '../derive/state-rows';

/** Makes the writes of blocks that follow each other. */
export interface BlockDerivation {
  /** Continues behind the last block of the store, at the start and after blocks were undone. */
  resume(tail: ChainTail | undefined): void;
  /** @param loaded the state of the block, which was loaded before it */
  derive(block: DecodedBlock, loaded?: LoadedState): BlockWrites;
  /** The writes of a part of the whole state of a block. `timestamp` is the slot of its time. */
  derivePart(block: BlockPosition, timestamp: number, part: StateRows): BlockWrites;
  /** The writes of a block apart from those before it. It is not the first of the store. */
  deriveAlone(block: DecodedBlock): BlockWrites;
  /** Completes what `deriveAlone` made by the blocks before. Called in the order of the blocks. */
  completed: CompleteBlock;
}

/** Receives changes of the store after they are committed, in order. */
export interface FollowListener {
  committed(blocks: readonly Pick<BlockWrites, 'block'>[], irreversibleNum: number): void;
  /** Blocks above `num` were undone; 0 when everything is read again. */
  undone(num: number): void;
}

/** Receives the progress of a state that is loaded in parts. */
export interface LoadListener {
  /** A part was written. */
  loaded(load: StateLoad): void;
}
