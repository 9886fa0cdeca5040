import { struct } from '../wire/codec';
import { bytes, uint16 } from '../wire/scalars';

/** An extension of a transaction, block header or block: its kind and its packed content. */
export interface Extension {
  type: number;
  data: Uint8Array;
}

export const extensionCodec = struct<Extension>({ type: uint16, data: bytes });
