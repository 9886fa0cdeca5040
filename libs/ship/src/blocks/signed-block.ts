import { ByteWriter, sha256, ValueError } from '@app/antelope';
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

/** The part of a block that its id is the hash of. Source: eosio::chain::block_header. */
export interface BlockHeader {
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
}

/** A block with its transactions. Source: eosio::chain::signed_block. */
export interface SignedBlock extends BlockHeader {
  /** As the chain packs it: one byte for its kind, then its bytes. */
  producerSignature: Uint8Array;
  transactions: TransactionReceipt[];
  blockExtensions: Extension[];
}

/** Schedule version of blocks with instant finality. Source: block_header::proper_svnn_schedule_version of Spring. */
const INSTANT_FINALITY = 0x80000000;

/** Whether the block has other roots: its `actionMroot` is that of the finality tree, and its trees are plain. */
export const hasInstantFinality = ({ scheduleVersion }: Pick<BlockHeader, 'scheduleVersion'>): boolean =>
  scheduleVersion === INSTANT_FINALITY;

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

const header = {
  timestamp: uint32,
  producer: name,
  confirmed: uint16,
  previous: digest,
  transactionMroot: digest,
  actionMroot: digest,
  scheduleVersion: uint32,
  newProducers: optional(producerSchedule),
  headerExtensions: list(extensionCodec),
};
const blockHeader = struct<BlockHeader>(header);

const signedBlock = struct<SignedBlock>({
  ...header,
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

/** The bytes that the id of a block is made of. */
export function encodeBlockHeader(block: BlockHeader): Uint8Array {
  const writer = new ByteWriter();
  blockHeader.write(writer, block);
  return writer.finish();
}

/** Number of a block, which its id begins with. Source: eosio::chain::block_header::num_from_id. */
export const numberOfId = (id: Uint8Array): number => viewOf(id).getUint32(0);

/**
 * The id of a block, 32 bytes: the hash of its header, whose first four bytes are replaced by its number, one above that
 * of the block before. Source: eosio::chain::block_header::calculate_id.
 */
export function blockIdOf(block: BlockHeader): Uint8Array {
  const id = sha256(encodeBlockHeader(block));
  viewOf(id).setUint32(0, numberOfId(block.previous) + 1);
  return id;
}

const viewOf = (id: Uint8Array): DataView => new DataView(id.buffer, id.byteOffset, id.byteLength);
