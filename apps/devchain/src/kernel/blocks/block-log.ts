const CHUNK_BYTES = 1_048_576;

interface Chunk {
  readonly firstNum: number;
  readonly bytes: Buffer;
  /** Where each entry ends. */
  readonly ends: number[];
}

/**
 * Packed blocks, oldest first, within a limit of bytes: at the limit the oldest chunk is evicted.
 * The bytes are outside the JavaScript heap, so a chain can run for days: an empty block costs about 150
 * of them, and 8 bytes of heap.
 */
export class BlockLog {
  readonly #chunks: Chunk[] = [];
  #allocatedBytes = 0;

  /** @param maxBytes memory limit; at least two chunks are kept. */
  constructor(private readonly maxBytes: number) {}

  /** The oldest block there is; 0 when there is none. */
  get firstNum(): number {
    return this.#chunks[0]?.firstNum ?? 0;
  }

  get count(): number {
    return this.#chunks.reduce((sum, { ends }) => sum + ends.length, 0);
  }

  /** Allocated bytes. */
  get byteLength(): number {
    return this.#allocatedBytes;
  }

  /** Adds the block after the last one. */
  append(num: number, entry: Uint8Array): void {
    const last = this.#chunks.at(-1);
    const start = last?.ends.at(-1) ?? 0;
    const chunk =
      last !== undefined && start + entry.length <= last.bytes.length
        ? last
        : this.#addChunk(num, entry.length);
    const at = chunk.ends.at(-1) ?? 0;
    chunk.bytes.set(entry, at);
    chunk.ends.push(at + entry.length);
  }

  /** A copy of a block's entry; undefined for an unknown or evicted block. */
  read(num: number): Uint8Array | undefined {
    const chunk = this.#chunks.find(({ firstNum, ends }) => num >= firstNum && num < firstNum + ends.length);
    if (chunk === undefined) return undefined;
    const at = num - chunk.firstNum;
    return Uint8Array.from(chunk.bytes.subarray(chunk.ends[at - 1] ?? 0, chunk.ends[at]));
  }

  /** Written bytes never change, so the snapshot shares them. */
  save(): readonly Chunk[] {
    return this.#chunks.map((chunk) => ({ ...chunk, ends: [...chunk.ends] }));
  }

  load(saved: readonly Chunk[]): void {
    // The last chunk is copied: bytes behind its end may have been written since.
    this.#chunks.splice(
      0,
      this.#chunks.length,
      ...saved.map(({ firstNum, bytes, ends }, at) => ({
        firstNum,
        bytes: at === saved.length - 1 ? Buffer.from(bytes) : bytes,
        ends: [...ends],
      })),
    );
    this.#allocatedBytes = this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #addChunk(firstNum: number, atLeast: number): Chunk {
    const chunk: Chunk = { firstNum, bytes: Buffer.alloc(Math.max(CHUNK_BYTES, atLeast)), ends: [] };
    this.#chunks.push(chunk);
    this.#allocatedBytes += chunk.bytes.length;
    while (this.#allocatedBytes > this.maxBytes && this.#chunks.length > 2) {
      this.#allocatedBytes -= this.#chunks.shift()?.bytes.length ?? 0;
    }
    return chunk;
  }
}
