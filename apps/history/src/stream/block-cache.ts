import { LRUCache } from 'lru-cache';
import type { BlockEntries } from './block-entries';

/** Memory of all blocks that one cache keeps: those with about 20,000 transfers. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Memory of a block without entries. */
const BLOCK_BYTES = 1024;

/** The newest blocks, each read once. Undefined: a block that is too large to be kept. */
export class BlockCache<Record> {
  readonly #known = new LRUCache<number, { readonly entries: BlockEntries<Record> | undefined }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ entries }) => BLOCK_BYTES + (entries?.keptBytes ?? 0),
  });
  readonly #reading = new Map<number, Promise<BlockEntries<Record> | undefined>>();

  constructor(private readonly read: (num: number) => Promise<BlockEntries<Record> | undefined>) {}

  async block(num: number): Promise<BlockEntries<Record> | undefined> {
    const known = this.#known.get(num);
    if (known !== undefined) return known.entries;
    const reading = this.#reading.get(num) ?? this.read(num);
    this.#reading.set(num, reading);
    try {
      const read = await reading;
      const entries = read && BLOCK_BYTES + read.keptBytes <= MAX_KEPT_BYTES ? read : undefined;
      // Not when the block was undone meanwhile.
      if (this.#reading.get(num) === reading) this.#known.set(num, { entries });
      return entries;
    } finally {
      if (this.#reading.get(num) === reading) this.#reading.delete(num);
    }
  }

  /** Blocks above `num` were undone. */
  undo(num: number): void {
    for (const blocks of [this.#known, this.#reading])
      for (const key of [...blocks.keys()]) if (key > num) blocks.delete(key);
  }
}
