import type { SnapshotBytes } from './snapshot-bytes';

const NO_BYTES: Uint8Array = new Uint8Array();

/** A part of the content of a file that moves forward. Holds what was filled and not passed, and no more. */
export class ByteWindow {
  #chunks: AsyncGenerator<Uint8Array>;
  #bytes: Uint8Array = NO_BYTES;
  #offset = 0;

  constructor(private readonly content: SnapshotBytes) {
    this.#chunks = content.from(0);
  }

  /** Offset of the first byte of the window in the content. */
  get offset(): number {
    return this.#offset;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Reads on until so many bytes are in the window. @returns false when the content ends before */
  async fill(least: number): Promise<boolean> {
    const chunks = [this.#bytes];
    let { length } = this.#bytes;
    while (length < least) {
      const { value, done } = await this.#chunks.next();
      if (done === true) break;
      chunks.push(value);
      length += value.length;
    }
    if (chunks.length > 1) this.#bytes = joined(chunks, length);
    return length >= least;
  }

  /** Passes bytes that are in the window. */
  pass(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
    this.#offset += count;
  }

  /** Goes to another place of the content. @returns false when the content ends before */
  async seek(offset: number): Promise<boolean> {
    const isAhead = offset >= this.#offset;
    if (isAhead && (offset <= this.#offset + this.#bytes.length || this.content.length === undefined))
      return this.#passTo(offset);
    await this.close();
    this.#bytes = NO_BYTES;
    this.#offset = offset;
    this.#chunks = this.content.from(offset);
    return this.content.length === undefined || offset <= this.content.length;
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined);
  }

  async #passTo(offset: number): Promise<boolean> {
    while (this.#offset < offset) {
      if (this.#bytes.length === 0 && !(await this.fill(1))) return false;
      this.pass(Math.min(offset - this.#offset, this.#bytes.length));
    }
    return true;
  }
}

/** Not a Buffer: its `subarray` costs several times a view. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
