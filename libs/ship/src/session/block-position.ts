import { struct } from '../wire/codec';
import { digest, uint32 } from '../wire/scalars';

/** A block by number and id. */
export interface BlockPosition {
  blockNum: number;
  /** 32 bytes. */
  blockId: Uint8Array;
}

export const blockPosition = struct<BlockPosition>({ blockNum: uint32, blockId: digest });
