import { list, struct, variantOf } from '../wire/codec';
import { bytes, digest, name, uint128, uint32 } from '../wire/scalars';

/** A deferred transaction that waits. */
export interface GeneratedTransaction {
  sender: bigint;
  senderId: bigint;
  payer: bigint;
  /** 32 bytes. */
  trxId: Uint8Array;
  packedTrx: Uint8Array;
}

/** A protocol feature and the block that activated it. */
export interface ActivatedProtocolFeature {
  /** 32 bytes. */
  featureDigest: Uint8Array;
  activationBlockNum: number;
}

/** The activated protocol features. Source: protocol_state_v0 of the state history ABI. */
export interface ProtocolState {
  activatedProtocolFeatures: ActivatedProtocolFeature[];
}

export const generatedTransaction = struct<GeneratedTransaction>({
  sender: name,
  senderId: uint128,
  payer: name,
  trxId: digest,
  packedTrx: bytes,
});

export const protocolState = struct<ProtocolState>({
  activatedProtocolFeatures: list(
    variantOf(
      0,
      'activated_protocol_feature',
      struct<ActivatedProtocolFeature>({ featureDigest: digest, activationBlockNum: uint32 }),
    ),
  ),
});
