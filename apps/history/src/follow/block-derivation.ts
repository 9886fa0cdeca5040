import type { DecodedBlock } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import type { ChainTail } from '../store/port';

/** Makes the writes of blocks that follow each other. */
export interface BlockDerivation {
  /** Continues behind the last block of the store, at the start and after blocks were undone. */
  resume(tail: ChainTail | undefined): void;
  derive(block: DecodedBlock): BlockWrites;
}

/** Told of changes of the store after they are committed, in order. */
export interface FollowListener {
  committed(blocks: readonly BlockWrites[], irreversibleNum: number): void;
  /** Blocks above `num` are gone; 0 when everything is read again. */
  undone(num: number): void;
}
