import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Header without a name or a time, for deflated data. Source: RFC 1952, 2.3. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** Most bytes of a stored block. Source: RFC 1951, 3.2.4. */
const MAX_STORED_BYTES = 0xffff;

/** A text that never changes, compressed once: gzip streams that end with it need no further compression. */
export class CompressedText {
  readonly #bytes: Buffer;
  readonly #deflated: Buffer;

  constructor(text: string) {
    this.#bytes = Buffer.from(text);
    this.#deflated = deflateRawSync(this.#bytes, { level: constants.Z_BEST_COMPRESSION });
  }

  /**
   * A gzip stream of `head`, stored as it is, and the text.
   * @throws RangeError for a head of more than 65535 bytes
   */
  after(head: string): Buffer {
    const stored = Buffer.from(head);
    if (stored.length > MAX_STORED_BYTES) throw new RangeError(`a head of ${stored.length} bytes`);
    const block = Buffer.alloc(5);
    block.writeUInt16LE(stored.length, 1);
    block.writeUInt16LE(MAX_STORED_BYTES - stored.length, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(this.#bytes, crc32(stored)), 0);
    trailer.writeUInt32LE((stored.length + this.#bytes.length) >>> 0, 4);
    return Buffer.concat([HEADER, block, stored, this.#deflated, trailer]);
  }
}
