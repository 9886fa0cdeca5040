import { ByteReader, bytesToHex, ByteWriter, hexToBytes, nameFromValue, nameToValue } from '@app/antelope';
import type { BlockHeader, HeaderExtension } from './block-record';
import { sha256 } from './sha256';
import { slotAtOrBefore, slotTimeMs } from './slots';

/** In place of producers of the kind that had one key each, which blocks do not announce any more. */
const NO_NEW_PRODUCERS = 0;

/** The binary form of a header without its signature. */
export function packHeader(header: BlockHeader): Uint8Array {
  const writer = new ByteWriter();
  writer.uint32(slotAtOrBefore(header.timeMs));
  writer.uint64(nameToValue(header.producer));
  writer.uint16(header.confirmed);
  writer.raw(hexToBytes(header.previous));
  writer.raw(hexToBytes(header.transactionMroot));
  writer.raw(hexToBytes(header.actionMroot));
  writer.uint32(header.scheduleVersion);
  writer.uint8(NO_NEW_PRODUCERS);
  writer.varuint32(header.extensions.length);
  for (const { id, data } of header.extensions) {
    writer.uint16(id);
    writer.prefixed(data);
  }
  return writer.finish();
}

/** Reads what packHeader wrote. */
export function readHeader(reader: ByteReader): BlockHeader {
  const header = {
    timeMs: slotTimeMs(reader.uint32()),
    producer: nameFromValue(reader.uint64()),
    confirmed: reader.uint16(),
    previous: bytesToHex(reader.take(32)),
    transactionMroot: bytesToHex(reader.take(32)),
    actionMroot: bytesToHex(reader.take(32)),
    scheduleVersion: reader.uint32(),
  };
  reader.take(1);
  return { ...header, extensions: readExtensions(reader) };
}

function readExtensions(reader: ByteReader): HeaderExtension[] {
  const extensions: HeaderExtension[] = [];
  for (let left = reader.varuint32(); left > 0; left--) {
    extensions.push({ id: reader.uint16(), data: reader.prefixed() });
  }
  return extensions;
}

/** The id of a block: the digest of its header with the block number in the first four bytes. */
export function blockId(packedHeader: Uint8Array, num: number): Buffer {
  const id = sha256(packedHeader);
  id.writeUInt32BE(num);
  return id;
}

/** The number in a block id of 64 hex digits. */
export function numFromId(id: string): number {
  return parseInt(id.slice(0, 8), 16);
}

/** The `ref_block_prefix` of transactions. */
export function refBlockPrefix(id: string): number {
  return hexToBytes(id.slice(16, 24)).reduceRight((value, byte) => value * 256 + byte, 0);
}
