const INITIAL_BYTES = 256;

/**
 * Writes the chain's little-endian binary form into a buffer that grows. Values must be in the range of the
 * width written: checking them is the caller's part.
 */
export class ByteWriter {
  #length = 0;
  #buffer = allocate(INITIAL_BYTES);
  #view = viewOn(this.#buffer);

  uint8(value: number): void {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value);
  }

  int8(value: number): void {
    const at = this.#reserve(1);
    this.#view.setInt8(at, value);
  }

  uint16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  int16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setInt16(at, value, true);
  }

  uint32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  int32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setInt32(at, value, true);
  }

  uint64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  int64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value, true);
  }

  /** The 16 bytes of an unsigned or a two's-complement integer. */
  int128(value: bigint): void {
    this.uint64(BigInt.asUintN(64, value));
    this.uint64(BigInt.asUintN(64, value >> 64n));
  }

  float32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value, true);
  }

  float64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  varuint32(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.uint8((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.uint8(rest);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#buffer.set(bytes, at);
  }

  /** Bytes behind their own varuint32 length. */
  prefixed(bytes: Uint8Array): void {
    this.varuint32(bytes.length);
    this.raw(bytes);
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }

  #reserve(bytes: number): number {
    const start = this.#length;
    this.#length += bytes;
    if (this.#length > this.#buffer.length) this.#grow();
    return start;
  }

  #grow(): void {
    const larger = allocate(Math.max(this.#length, this.#buffer.length * 2));
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#view = viewOn(larger);
  }
}

/** Bytes of any content, of Node's pool where they are few: allocating memory takes longer than writing most values. */
function allocate(bytes: number): Uint8Array {
  return Buffer.allocUnsafe(bytes);
}

function viewOn({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
