import { extensionCodec, type Extension } from '../blocks/extension';
import { list, struct, variantOf } from '../wire/codec';
import { bytes, signature, uint16, uint32, uint8, varuint32 } from '../wire/scalars';

/** The members of a transaction that are not in its action traces. */
export interface PartialTransaction {
  /** Seconds since 1970. */
  expiration: number;
  refBlockNum: number;
  refBlockPrefix: number;
  maxNetUsageWords: number;
  maxCpuUsageMs: number;
  delaySec: number;
  transactionExtensions: Extension[];
  /** Each as the chain packs it: one byte for its kind, then its bytes. */
  signatures: Uint8Array[];
  contextFreeData: Uint8Array[];
}

export const partialTransaction = variantOf(
  0,
  'partial_transaction',
  struct<PartialTransaction>({
    expiration: uint32,
    refBlockNum: uint16,
    refBlockPrefix: uint32,
    maxNetUsageWords: varuint32,
    maxCpuUsageMs: uint8,
    delaySec: varuint32,
    transactionExtensions: list(extensionCodec),
    signatures: list(signature),
    contextFreeData: list(bytes),
  }),
);
