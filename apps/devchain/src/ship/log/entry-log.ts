import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type BlockEntry, entryBytes, packEntries, readEntries } from './block-entry';

/** Bytes of entries that are compressed together: about a minute of an idle chain. */
const CHUNK_BYTES = 262_144;
const ID_BYTES = 32;
/** Most chunks between two that hold the whole state: a quarter of an hour of an idle chain. */
const MAX_CHUNKS_PER_STATE = 16;
/** Fewest parts of the limit that begin with the whole state: one of them is dropped at once. */
const STATES_PER_LOG = 4;
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
  /** The whole state after the first block, compressed. A log can begin with such a chunk. */
  readonly state?: Uint8Array;
}

/** The newest blocks, not compressed yet. */
interface OpenChunk {
  readonly firstNum: number;
  readonly ids: readonly Uint8Array[];
  readonly entries: readonly BlockEntry[];
  readonly state?: Uint8Array;
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
 * The entries of consecutive blocks in memory, within a limit of bytes: at the limit the oldest chunks are dropped, up to
 * one with the whole state, which its first block has instead of its changes then. So a log always begins with the
 * whole state. All but the newest entries are compressed.
 */
export class EntryLog {
  readonly #sealed: SealedChunk[];
  #open: { firstNum: number; ids: Uint8Array[]; entries: BlockEntry[]; state?: Uint8Array };
  #openBytes: number;
  #sealedBytes: number;
  #previousId: Uint8Array;
  readonly #chunksPerState: number;
  #firstState: { packed: Uint8Array; unpacked: Uint8Array } | undefined;
  readonly #unpacked = new LRUCache<SealedChunk, BlockEntry[]>({ max: UNPACKED_CHUNKS });

  /** @param maxBytes memory limit; the chunks from the last one with the whole state on are always kept */
  constructor(
    private readonly maxBytes: number,
    { sealed, open, previousId }: SavedLog,
  ) {
    const chunks = Math.floor(maxBytes / CHUNK_BYTES / STATES_PER_LOG);
    this.#chunksPerState = Math.max(1, Math.min(MAX_CHUNKS_PER_STATE, chunks));
    this.#sealed = [...sealed];
    this.#open = { ...open, ids: [...open.ids], entries: [...open.entries] };
    this.#previousId = previousId;
    this.#sealedBytes = sealed.reduce((sum, chunk) => sum + chunkBytes(chunk), 0);
    this.#openBytes = open.entries.reduce(
      (sum, entry) => sum + entryBytes(entry) + ID_BYTES,
      open.state?.length ?? 0,
    );
  }

  get firstNum(): number {
    return this.#sealed[0]?.firstNum ?? this.#open.firstNum;
  }

  get lastNum(): number {
    return this.#open.firstNum + this.#open.ids.length - 1;
  }

  get byteLength(): number {
    return this.#sealedBytes + this.#openBytes;
  }

  /**
   * Adds the block after the last one.
   * @param wholeState packs the whole state after this block, as a section `deltas`
   */
  append({ num, id, entry }: LoggedBlock, wholeState: () => Uint8Array): void {
    if (num !== this.lastNum + 1)
      throw new RangeError(`block ${String(num)} does not follow block ${String(this.lastNum)}`);
    if (this.#open.ids.length === 0 && this.#needsState()) {
      this.#open.state = zstdCompressSync(wholeState(), LEVEL);
      this.#openBytes += this.#open.state.length;
    }
    this.#open.ids.push(id);
    this.#open.entries.push(entry);
    this.#openBytes += entryBytes(entry) + ID_BYTES;
    if (this.#openBytes >= CHUNK_BYTES) this.#seal();
  }

  /** Undefined for a block that is not, or no longer, there. The first one has the whole state, and no traces. */
  read(num: number): LoggedBlock | undefined {
    const id = this.id(num);
    const chunk = this.#chunkOf(num);
    if (id === undefined || num < this.firstNum) return undefined;
    const { state } = this.#sealed[0] ?? this.#open;
    if (num === this.firstNum && state !== undefined)
      return { num, id, entry: { deltas: this.#unpackedState(state) } };
    const entry =
      chunk === undefined ? this.#open.entries[num - this.#open.firstNum] : this.#entryOf(chunk, num);
    return entry && { num, id, entry };
  }

  /** The id of a block in the log or of the one before its first; 32 bytes. */
  id(num: number): Uint8Array | undefined {
    if (num === this.firstNum - 1) return this.#previousId;
    const chunk = this.#chunkOf(num);
    if (chunk === undefined) return this.#open.ids[num - this.#open.firstNum];
    const at = (num - chunk.firstNum) * ID_BYTES;
    return chunk.ids.subarray(at, at + ID_BYTES);
  }

  /** Written entries never change, so what is saved shares them. */
  save(): SavedLog {
    const { ids, entries } = this.#open;
    return {
      sealed: [...this.#sealed],
      open: { ...this.#open, ids: [...ids], entries: [...entries] },
      previousId: this.#previousId,
    };
  }

  #seal(): void {
    const { firstNum, ids, entries, state } = this.#open;
    const chunk = {
      firstNum,
      ids: Buffer.concat(ids),
      bytes: zstdCompressSync(packEntries(entries), LEVEL),
      ...(state === undefined ? {} : { state }),
    };
    this.#sealed.push(chunk);
    this.#sealedBytes += chunkBytes(chunk);
    this.#open = { firstNum: firstNum + ids.length, ids: [], entries: [] };
    this.#openBytes = 0;
    for (let next = this.#nextWithState(); this.#sealedBytes > this.maxBytes && next > 0;) {
      this.#dropOldest(next);
      next = this.#nextWithState();
    }
  }

  /** Whether the chunk that begins now is to hold the whole state. */
  #needsState(): boolean {
    const last = this.#sealed.findLastIndex(({ state }) => state !== undefined);
    return this.#sealed.length - Math.max(last, 0) >= this.#chunksPerState;
  }

  /** Index of the second chunk that a log can begin with; 0 when there is none. */
  #nextWithState(): number {
    return Math.max(
      0,
      this.#sealed.findIndex(({ state }, at) => at > 0 && state !== undefined),
    );
  }

  #dropOldest(count: number): void {
    for (const chunk of this.#sealed.splice(0, count)) {
      this.#sealedBytes -= chunkBytes(chunk);
      this.#previousId = chunk.ids.slice(-ID_BYTES);
    }
  }

  /** Kept for the first block alone, which every reader that begins there asks for. */
  #unpackedState(state: Uint8Array): Uint8Array {
    if (this.#firstState?.packed !== state)
      this.#firstState = { packed: state, unpacked: zstdDecompressSync(state) };
    return this.#firstState.unpacked;
  }

  /** Undefined for a block that is not in a sealed chunk. */
  #chunkOf(num: number): SealedChunk | undefined {
    let low = 0;
    let high = this.#sealed.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const chunk = this.#sealed[middle];
      if (chunk === undefined) return undefined;
      if (num < chunk.firstNum) high = middle - 1;
      else if (num >= chunk.firstNum + chunk.ids.length / ID_BYTES) low = middle + 1;
      else return chunk;
    }
    return undefined;
  }

  #entryOf(chunk: SealedChunk, num: number): BlockEntry | undefined {
    let entries = this.#unpacked.get(chunk);
    if (entries === undefined) {
      entries = readEntries(zstdDecompressSync(chunk.bytes));
      this.#unpacked.set(chunk, entries);
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

const chunkBytes = ({ ids, bytes, state }: SealedChunk): number =>
  ids.length + bytes.length + (state?.length ?? 0);
