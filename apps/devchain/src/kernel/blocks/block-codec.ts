import { ByteReader, bytesToHex, ByteWriter, parseSignature, writeSignature } from '@app/antelope';
import { blockId, packHeader, readHeader, refBlockPrefix } from './block-header';
import type { BlockHeader, BlockRecord, BlockTransaction } from './block-record';
import { readBlockTransaction, type SealableTransaction, writeBlockTransaction } from './block-transaction';

const DIGEST_BYTES = 32;
const NO_EXTENSIONS = 0;

/**
 * A block as the log keeps it: header, digest to sign, transactions. The signature is made when someone wants to
 * see it; being deterministic, it is the same each time, and an idle chain does not spend its day signing.
 */
export function packEntry(
  header: Uint8Array,
  signingDigest: Uint8Array,
  transactions: readonly SealableTransaction[],
): Uint8Array {
  const writer = new ByteWriter();
  writer.raw(header);
  writer.raw(signingDigest);
  writer.varuint32(transactions.length);
  for (const transaction of transactions) writeBlockTransaction(writer, transaction);
  writer.varuint32(NO_EXTENSIONS);
  return writer.finish();
}

/** Opens an entry of the log. `signatureOf` makes the signature of a digest, or knows it by the id of the block. */
export function readEntry(
  num: number,
  entry: Uint8Array,
  signatureOf: (block: { id: string; header: BlockHeader; digest: Uint8Array }) => string,
): BlockRecord {
  const reader = new ByteReader(entry);
  const header = readHeader(reader);
  const packedHeader = packHeader(header);
  const id = bytesToHex(blockId(packedHeader, num));
  const producerSignature = signatureOf({ id, header, digest: reader.take(DIGEST_BYTES) });
  const transactions: BlockTransaction[] = [];
  for (let left = reader.varuint32(); left > 0; left--) transactions.push(readBlockTransaction(reader));
  return {
    num,
    id,
    refBlockPrefix: refBlockPrefix(id),
    header,
    producerSignature,
    transactions,
    packedHeader,
    packedBlock: signedBlock(
      packedHeader,
      producerSignature,
      entry.subarray(packedHeader.length + DIGEST_BYTES),
    ),
  };
}

function signedBlock(packedHeader: Uint8Array, signature: string, rest: Uint8Array): Uint8Array {
  const writer = new ByteWriter();
  writer.raw(packedHeader);
  writeSignature(writer, parseSignature(signature));
  writer.raw(rest);
  return writer.finish();
}
