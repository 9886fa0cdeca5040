import { LRUCache } from 'lru-cache';
import type { BlockEntries } from './block-entries';

/** Entries of all blocks that are kept. */
const MAX_ENTRIES = 20_000;

/** The newest blocks, each read once. Undefined: a block with too many entries to be kept. */
export class BlockCache<Record> {
  readonly #known = new LRUCache<number, { readonly entries: BlockEntries<Record> | undefined }>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ entries }) => 1 + (entries?.size ?? 0),
  });
  readonly #reading = new Map<number, Promise<BlockEntries<Record> | undefined>>();

  constructor(private readonly read: (num: number) => Promise<BlockEntries<Record> | undefined>) {}

  async block(num: number): Promise<BlockEntries<Record> | undefined> {
    const known = this.#known.get(num);
    if (known !== undefined) return known.entries;
    const reading = this.#reading.get(num) ?? this.read(num);
    this.#reading.set(num, reading);
    try {
      const entries = await reading;
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
