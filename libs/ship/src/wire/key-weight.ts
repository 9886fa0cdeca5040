import { struct } from './codec';
import { publicKey, uint16 } from './scalars';

/** A public key in an authority. */
export interface KeyWeight {
  /** As the chain packs it: one byte for its kind, then its bytes. */
  key: Uint8Array;
  weight: number;
}

export const keyWeight = struct<KeyWeight>({ key: publicKey, weight: uint16 });
