/** A packed transaction as clients send it and blocks keep it. */
export interface PackedTransactionInput {
  signatures: readonly string[];
  compression: 'none' | 'zlib';
  packedContextFreeData: Uint8Array;
  packedTrx: Uint8Array;
}
