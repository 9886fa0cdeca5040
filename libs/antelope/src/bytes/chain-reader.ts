import { ByteReader } from './byte-reader';

const MAX_VARUINT32_BYTES = 5;

/**
 * Reads data that a node has executed, as the node reads it: a count or length may have more bytes than it needs, and
 * bits above the 32nd are cut. The chain holds such data permanently, so a reader of blocks has to take it. Bytes that are
 * to be signed or compared are read by ByteReader. Source: fc::raw::unpack of unsigned_int.
 */
export class ChainReader extends ByteReader {
  override varuint32(): number {
    let value = 0;
    for (let count = 0; count < MAX_VARUINT32_BYTES; count++) {
      const byte = this.uint8();
      value += (byte & 0x7f) * 2 ** (7 * count);
      if ((byte & 0x80) === 0) break;
    }
    return value % 2 ** 32;
  }
}
