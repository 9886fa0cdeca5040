const INITIAL_BYTES = 512;

/** Writes the compact form of stored values: integers of seven bits a byte, lowest first. */
export class BlobWriter {
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  /** A whole number from 0 to 2^53 - 1. */
  int(value: number): this {
    this.#reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = rest > 0x7fff_ffff ? Math.floor(rest / 0x80) : rest >>> 7;
    }
    this.#buffer[this.#length++] = rest;
    return this;
  }

  /** An unsigned number of any size. */
  big(value: bigint): this {
    if (value <= Number.MAX_SAFE_INTEGER) return this.int(Number(value));
    this.#reserve(10);
    let rest = value;
    for (; rest > 0x7fn; rest >>= 7n) this.#buffer[this.#length++] = Number(rest & 0x7fn) | 0x80;
    this.#buffer[this.#length++] = Number(rest);
    return this;
  }

  /** A number with a sign: its lowest bit. */
  signed(value: bigint): this {
    return this.big(value < 0n ? -value * 2n - 1n : value * 2n);
  }

  double(value: number): this {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
    return this;
  }

  /** Bytes behind their length. */
  bytes(value: Uint8Array): this {
    this.int(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  list<T>(items: readonly T[], write: (item: T) => void): this {
    this.int(items.length);
    for (const item of items) write(item);
    return this;
  }

  /** A copy of what was written; the writer is empty afterwards. */
  finish(): Uint8Array {
    const copy = new Uint8Array(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    return copy;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Reads what BlobWriter wrote. */
export class BlobReader {
  #position = 0;

  constructor(private readonly source: Uint8Array) {}

  int(): number {
    let byte = this.#byte();
    // Most are counts, ordinals and differences.
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; ; factor *= 0x80) {
      byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  big(): bigint {
    const start = this.#position;
    const value = this.int();
    if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value);
    this.#position = start;
    let exact = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      exact |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return exact;
    }
  }

  signed(): bigint {
    const value = this.big();
    return value % 2n === 0n ? value / 2n : -(value + 1n) / 2n;
  }

  double(): number {
    const view = new DataView(this.source.buffer, this.source.byteOffset + this.#position, 8);
    this.#position += 8;
    return view.getFloat64(0, true);
  }

  /** A view on the source: bytes behind their length. */
  bytes(): Uint8Array {
    return this.take(this.int());
  }

  /** A view on everything that was not read yet. */
  rest(): Uint8Array {
    return this.take(this.source.length - this.#position);
  }

  /** A view on the next bytes of the source. */
  take(length: number): Uint8Array {
    const start = this.#position;
    this.#position += length;
    if (this.#position > this.source.length) throw new RangeError('the stored value ends too early');
    return this.source.subarray(start, this.#position);
  }

  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.int(); left > 0; left--) items.push(read());
    return items;
  }

  #byte(): number {
    const byte = this.source[this.#position++];
    if (byte === undefined) throw new RangeError('the stored value ends too early');
    return byte;
  }
}
