import { DataEndsError, ValueError } from '../value-error';

const MAX_VARUINT32_BYTES = 5;

/**
 * Reads the chain's little-endian binary form from front to back, and takes one encoding only: running out of
 * bytes, an over-long varuint and bytes left over are ValueErrors. (Wharfkit's decoder accepts the last two,
 * which makes different bytes look like the same transaction.)
 */
export class ByteReader {
  protected position = 0;
  protected readonly view: DataView;

  constructor(protected readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.position === this.bytes.length;
  }

  /** Bytes that are not read yet. */
  get remaining(): number {
    return this.bytes.length - this.position;
  }

  uint8(): number {
    return this.view.getUint8(this.advance(1));
  }

  int8(): number {
    return this.view.getInt8(this.advance(1));
  }

  uint16(): number {
    return this.view.getUint16(this.advance(2), true);
  }

  int16(): number {
    return this.view.getInt16(this.advance(2), true);
  }

  uint32(): number {
    return this.view.getUint32(this.advance(4), true);
  }

  int32(): number {
    return this.view.getInt32(this.advance(4), true);
  }

  uint64(): bigint {
    return this.view.getBigUint64(this.advance(8), true);
  }

  int64(): bigint {
    return this.view.getBigInt64(this.advance(8), true);
  }

  uint128(): bigint {
    return this.uint64() | (this.uint64() << 64n);
  }

  int128(): bigint {
    return this.uint64() | (this.int64() << 64n);
  }

  float32(): number {
    return this.view.getFloat32(this.advance(4), true);
  }

  float64(): number {
    return this.view.getFloat64(this.advance(8), true);
  }

  /** Seven bits a byte, lowest first, in as few bytes as possible. */
  varuint32(): number {
    let value = 0;
    for (let count = 0; count < MAX_VARUINT32_BYTES; count++) {
      const byte = this.uint8();
      value += (byte & 0x7f) * 2 ** (7 * count);
      if ((byte & 0x80) !== 0) continue;
      if (byte === 0 && count > 0) break;
      if (value > 0xffffffff) break;
      return value;
    }
    throw new ValueError(`over-long variable-length integer before byte ${String(this.position)}`);
  }

  /** A view on the next `length` bytes, not a copy. */
  take(length: number): Uint8Array {
    const start = this.advance(length);
    return this.bytes.subarray(start, start + length);
  }

  /** A view on the bytes that `read` consumes, for values whose length follows from their content only. */
  span(read: () => void): Uint8Array {
    const start = this.position;
    read();
    return this.bytes.subarray(start, this.position);
  }

  /** Bytes behind their own varuint32 length. */
  prefixed(): Uint8Array {
    return this.take(this.varuint32());
  }

  /** Elements behind their number. Grows with the bytes that are read: the number may be a lie. */
  list<T>(read: () => T): T[] {
    const elements: T[] = [];
    for (let left = this.varuint32(); left > 0; left--) elements.push(read());
    return elements;
  }

  /** Declares that everything has been read. */
  finish(): void {
    if (!this.isAtEnd) {
      throw new ValueError(`${String(this.remaining)} bytes too many at the end`);
    }
  }

  protected advance(length: number): number {
    const start = this.position;
    if (start + length > this.bytes.length) {
      throw new DataEndsError(`the data ends at byte ${String(this.bytes.length)}, in the middle of a value`);
    }
    this.position = start + length;
    return start;
  }
}
