import {
  type ByteReader,
  ByteWriter,
  inflatePacked,
  readSignature,
  signatureText,
  type SignatureValue,
  transactionId,
  writeSignature,
} from '@app/antelope';
import type { TransactionReceiptStatus } from '../execution/trace';
import type { PackedTransactionInput } from '../transactions/packed-transaction';
import { MAX_INFLATED_BYTES } from '../transactions/received-transaction';
import type { BlockTransaction } from './block-record';
import { sha256 } from './sha256';

const STATUSES: readonly TransactionReceiptStatus[] = [
  'executed',
  'soft_fail',
  'hard_fail',
  'delayed',
  'expired',
];
const COMPRESSIONS: readonly PackedTransactionInput['compression'][] = ['none', 'zlib'];
/** A transaction on its way into a block. */
export interface SealableTransaction extends Omit<BlockTransaction, 'id'> {
  /** `packed.signatures`, already read. */
  readonly signatures: readonly SignatureValue[];
}

/** Tag of a packed transaction where a block could also name a generated one by its id. */
const PACKED_TAG = 1;

/** Writes a transaction's receipt as blocks carry it. */
export function writeBlockTransaction(writer: ByteWriter, transaction: SealableTransaction): void {
  const { packed, signatures } = transaction;
  writeReceiptHeader(writer, transaction);
  writer.uint8(PACKED_TAG);
  writeSignatures(writer, signatures);
  writer.uint8(COMPRESSIONS.indexOf(packed.compression));
  writer.prefixed(packed.packedContextFreeData);
  writer.prefixed(packed.packedTrx);
}

/** Reads what writeBlockTransaction wrote. */
export function readBlockTransaction(reader: ByteReader): BlockTransaction {
  const status = STATUSES[reader.uint8()] ?? 'hard_fail';
  const cpuUsageUs = reader.uint32();
  const netUsageWords = reader.varuint32();
  reader.take(1);
  const signatures: string[] = [];
  for (let left = reader.varuint32(); left > 0; left--) signatures.push(signatureText(readSignature(reader)));
  const compression = COMPRESSIONS[reader.uint8()] ?? 'none';
  const packed = {
    signatures,
    compression,
    packedContextFreeData: reader.prefixed(),
    packedTrx: reader.prefixed(),
  };
  return { id: idOf(packed), status, cpuUsageUs, netUsageWords, packed };
}

/** Leaf of a block's transaction_mroot: not the transaction's id. Source: eosio::chain::transaction_receipt. */
export function transactionReceiptDigest(transaction: SealableTransaction): Buffer {
  const writer = new ByteWriter();
  writeReceiptHeader(writer, transaction);
  writer.raw(packedDigest(transaction));
  return sha256(writer.finish());
}

function packedDigest({ signatures, packed }: SealableTransaction): Buffer {
  const { compression, packedContextFreeData, packedTrx } = packed;
  const prunable = new ByteWriter();
  writeSignatures(prunable, signatures);
  prunable.prefixed(packedContextFreeData);
  const writer = new ByteWriter();
  writer.uint8(COMPRESSIONS.indexOf(compression));
  writer.prefixed(packedTrx);
  writer.raw(sha256(prunable.finish()));
  return sha256(writer.finish());
}

function writeReceiptHeader(
  writer: ByteWriter,
  { status, cpuUsageUs, netUsageWords }: SealableTransaction,
): void {
  writer.uint8(STATUSES.indexOf(status));
  writer.uint32(cpuUsageUs);
  writer.varuint32(netUsageWords);
}

function writeSignatures(writer: ByteWriter, signatures: readonly SignatureValue[]): void {
  writer.varuint32(signatures.length);
  for (const signature of signatures) writeSignature(writer, signature);
}

function idOf({ compression, packedTrx }: PackedTransactionInput): string {
  return transactionId(compression === 'zlib' ? inflatePacked(packedTrx, MAX_INFLATED_BYTES) : packedTrx);
}
