import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type BlockEntry, entryBytes, packEntries, readEntries } from './block-entry';

/** Bytes of entries that are compressed together: about a minute of an idle chain. */
const CHUNK_BYTES = 262_144;
const ID_BYTES = 32;
/** Chunks that are kept unpacked for readers, which go from block to block. */
const UNPACKED_CHUNKS = 4;
/** The fastest: the default level takes twice the time for a tenth less bytes. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Consecutive blocks. A sealed chunk never changes. */
interface SealedChunk {
  readonly firstNum: number;
  /** 32 bytes each, in the order of the blocks. */
  readonly ids: Uint8Array;
  /** Compressed entries. */
  readonly bytes: Uint8Array;
}

/** The newest blocks, not compressed yet. */
interface OpenChunk {
  readonly firstNum: number;
  readonly ids: readonly Uint8Array[];
  readonly entries: readonly BlockEntry[];
}

/** The content of a log apart from it. */
export interface SavedLog {
  readonly sealed: readonly SealedChunk[];
  readonly open: OpenChunk;
  /** Id of the block before the first one. */
  readonly previousId: Uint8Array;
}

/** A block of the log. */
export interface LoggedBlock {
  readonly num: number;
  /** 32 bytes. */
  readonly id: Uint8Array;
  readonly entry: BlockEntry;
}

/**
 * The entries of consecutive blocks in memory, within a limit of bytes: at the limit the oldest chunk is dropped. All
 * but the newest entries are compressed.
 */
export class EntryLog {
  private readonly sealed: SealedChunk[];
  private open: { firstNum: number; ids: Uint8Array[]; entries: BlockEntry[] };
  private openBytes: number;
  private sealedBytes: number;
  private previousId: Uint8Array;
  private readonly unpacked = new LRUCache<SealedChunk, BlockEntry[]>({ max: UNPACKED_CHUNKS });

  /** @param maxBytes memory limit; the newest chunk is always kept */
  constructor(
    private readonly maxBytes: number,
    { sealed, open, previousId }: SavedLog,
  ) {
    this.sealed = [...sealed];
    this.open = { firstNum: open.firstNum, ids: [...open.ids], entries: [...open.entries] };
    this.previousId = previousId;
    this.sealedBytes = sealed.reduce((sum, chunk) => sum + chunkBytes(chunk), 0);
    this.openBytes = open.entries.reduce((sum, entry) => sum + entryBytes(entry) + ID_BYTES, 0);
  }

  get firstNum(): number {
    return this.sealed[0]?.firstNum ?? this.open.firstNum;
  }

  get lastNum(): number {
    return this.open.firstNum + this.open.ids.length - 1;
  }

  get byteLength(): number {
    return this.sealedBytes + this.openBytes;
  }

  /** Adds the block after the last one. */
  append({ num, id, entry }: LoggedBlock): void {
    if (num !== this.lastNum + 1)
      throw new RangeError(`block ${String(num)} does not follow block ${String(this.lastNum)}`);
    this.open.ids.push(id);
    this.open.entries.push(entry);
    this.openBytes += entryBytes(entry) + ID_BYTES;
    if (this.openBytes >= CHUNK_BYTES) this.seal();
  }

  /** Undefined for a block that is not, or no longer, there. */
  read(num: number): LoggedBlock | undefined {
    const id = this.id(num);
    const chunk = this.chunkOf(num);
    if (id === undefined || num < this.firstNum) return undefined;
    const entry =
      chunk === undefined ? this.open.entries[num - this.open.firstNum] : this.entryOf(chunk, num);
    return entry && { num, id, entry };
  }

  /** The id of a block in the log or of the one before its first; 32 bytes. */
  id(num: number): Uint8Array | undefined {
    if (num === this.firstNum - 1) return this.previousId;
    const chunk = this.chunkOf(num);
    if (chunk === undefined) return this.open.ids[num - this.open.firstNum];
    const at = (num - chunk.firstNum) * ID_BYTES;
    return chunk.ids.subarray(at, at + ID_BYTES);
  }

  /** Written entries never change, so what is saved shares them. */
  save(): SavedLog {
    const { firstNum, ids, entries } = this.open;
    return {
      sealed: [...this.sealed],
      open: { firstNum, ids: [...ids], entries: [...entries] },
      previousId: this.previousId,
    };
  }

  private seal(): void {
    const { firstNum, ids, entries } = this.open;
    const chunk = { firstNum, ids: Buffer.concat(ids), bytes: zstdCompressSync(packEntries(entries), LEVEL) };
    this.sealed.push(chunk);
    this.sealedBytes += chunkBytes(chunk);
    this.open = { firstNum: firstNum + ids.length, ids: [], entries: [] };
    this.openBytes = 0;
    while (this.sealedBytes > this.maxBytes && this.sealed.length > 1) this.dropOldest();
  }

  private dropOldest(): void {
    const oldest = this.sealed.shift();
    if (oldest === undefined) return;
    this.sealedBytes -= chunkBytes(oldest);
    this.previousId = oldest.ids.slice(-ID_BYTES);
  }

  /** Undefined for a block that is not in a sealed chunk. */
  private chunkOf(num: number): SealedChunk | undefined {
    let low = 0;
    let high = this.sealed.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const chunk = this.sealed[middle];
      if (chunk === undefined) return undefined;
      if (num < chunk.firstNum) high = middle - 1;
      else if (num >= chunk.firstNum + chunk.ids.length / ID_BYTES) low = middle + 1;
      else return chunk;
    }
    return undefined;
  }

  private entryOf(chunk: SealedChunk, num: number): BlockEntry | undefined {
    let entries = this.unpacked.get(chunk);
    if (entries === undefined) {
      entries = readEntries(zstdDecompressSync(chunk.bytes));
      this.unpacked.set(chunk, entries);
    }
    return entries[num - chunk.firstNum];
  }
}

/** The content of a log that begins with this block. */
export const logOf = ({ num, id, entry }: LoggedBlock, previousId: Uint8Array): SavedLog => ({
  sealed: [],
  open: { firstNum: num, ids: [id], entries: [entry] },
  previousId,
});

const chunkBytes = ({ ids, bytes }: SealedChunk): number => ids.length + bytes.length;
