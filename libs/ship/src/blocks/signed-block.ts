import { ByteWriter, ValueError } from '@app/antelope';
import { decodeWith, list, optional, struct, type Codec } from '../wire/codec';
import { bytes, digest, name, signature, uint16, uint32, uint8, varuint32 } from '../wire/scalars';
import { extensionCodec, type Extension } from './extension';
import { producerSchedule, type ProducerSchedule } from './producer-schedule';

/** A transaction of a block with its signatures. */
export interface PackedTransaction {
  /** Each as the chain packs it: one byte for its kind, then its bytes. */
  signatures: Uint8Array[];
  /** 0 = none, 1 = zlib. */
  compression: number;
  packedContextFreeData: Uint8Array;
  packedTrx: Uint8Array;
}

/** Entry of a block for one transaction. A deferred one is named by its id alone. */
export interface TransactionReceipt {
  /** Index into TRANSACTION_STATUS. */
  status: number;
  cpuUsageUs: number;
  netUsageWords: number;
  trx: { kind: 'id'; id: Uint8Array } | ({ kind: 'packed' } & PackedTransaction);
}

/** A block with its transactions. Source: eosio::chain::signed_block. */
export interface SignedBlock {
  /** Half-second slot since 2000. */
  timestamp: number;
  producer: bigint;
  confirmed: number;
  /** Id of the block before, 32 bytes. */
  previous: Uint8Array;
  /** 32 bytes. */
  transactionMroot: Uint8Array;
  /** 32 bytes. */
  actionMroot: Uint8Array;
  scheduleVersion: number;
  newProducers?: ProducerSchedule;
  headerExtensions: Extension[];
  /** As the chain packs it: one byte for its kind, then its bytes. */
  producerSignature: Uint8Array;
  transactions: TransactionReceipt[];
  blockExtensions: Extension[];
}

const packedTransaction = struct<PackedTransaction>({
  signatures: list(signature),
  compression: uint8,
  packedContextFreeData: bytes,
  packedTrx: bytes,
});

const transactionVariant: Codec<TransactionReceipt['trx']> = {
  read: (reader) => {
    const index = reader.varuint32();
    if (index === 0) return { kind: 'id', id: digest.read(reader) };
    if (index === 1) return { kind: 'packed', ...packedTransaction.read(reader) };
    throw new ValueError(`transaction_variant: unknown variant ${String(index)}`);
  },
  write: (writer, trx) => {
    writer.varuint32(trx.kind === 'id' ? 0 : 1);
    if (trx.kind === 'id') digest.write(writer, trx.id);
    else packedTransaction.write(writer, trx);
  },
};

const signedBlock = struct<SignedBlock>({
  timestamp: uint32,
  producer: name,
  confirmed: uint16,
  previous: digest,
  transactionMroot: digest,
  actionMroot: digest,
  scheduleVersion: uint32,
  newProducers: optional(producerSchedule),
  headerExtensions: list(extensionCodec),
  producerSignature: signature,
  transactions: list(
    struct<TransactionReceipt>({
      status: uint8,
      cpuUsageUs: uint32,
      netUsageWords: varuint32,
      trx: transactionVariant,
    }),
  ),
  blockExtensions: list(extensionCodec),
});

/** Reads the section `block` of a result. Throws ValueError. */
export const decodeSignedBlock = (section: Uint8Array): SignedBlock => decodeWith(signedBlock, section);

/** The section `block` of a result. */
export function encodeSignedBlock(block: SignedBlock): Uint8Array {
  const writer = new ByteWriter();
  signedBlock.write(writer, block);
  return writer.finish();
}
