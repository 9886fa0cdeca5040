import { struct } from '../wire/codec';
import { hexId, uint32 } from '../wire/scalars';

/** A block by number and id. */
export interface BlockPosition {
  blockNum: number;
  /** 64 digits of lower-case hex. */
  blockId: string;
}

export const blockPosition = struct<BlockPosition>({ blockNum: uint32, blockId: hexId });
