/** Smaller pieces are joined; so are so many of them. */
const SMALL_BYTES = 1024;
const MANY_PIECES = 1024;

/** The bytes of a message that arrives in pieces. A piece of one byte takes hardly more memory than this byte. */
export class MessageParts {
  #parts: Uint8Array[] = [];
  #small: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    this.#small.push(bytes);
    if (bytes.length >= SMALL_BYTES || this.#small.length >= MANY_PIECES) this.#joinSmall();
  }

  /** All bytes, which are forgotten. */
  take(): Uint8Array {
    this.#joinSmall();
    const bytes = withoutRest(joined(this.#parts));
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }

  #joinSmall(): void {
    if (this.#small.length > 0) this.#parts.push(joined(this.#small));
    this.#small = [];
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only = new Uint8Array(), ...others] = parts;
  return others.length === 0 ? only : Buffer.concat(parts);
}

/** A view on a few bytes of a large buffer would keep all of it. */
const withoutRest = (bytes: Uint8Array): Uint8Array =>
  2 * bytes.length < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes;
