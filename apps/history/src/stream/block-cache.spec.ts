import { BlockCache } from './block-cache';
import { BlockEntries } from './block-entries';

const MIB = 1024 * 1024;

/** A cache of blocks with one entry each, and the blocks that were read. */
function cacheOf(bytesOfEntry: number): { cache: BlockCache<object>; reads: number[] } {
  const reads: number[] = [];
  const cache = new BlockCache<object>(async (num) => {
    reads.push(num);
    return new BlockEntries(
      [{}],
      () => [],
      () => bytesOfEntry,
      () => Promise.reject(new Error('no entry is made')),
    );
  });
  return { cache, reads };
}

test('blocks with 64 MiB of entries are kept, and the oldest give way to new ones', async () => {
  const { cache, reads } = cacheOf(8 * MIB - 1024);
  for (let num = 1; num <= 9; num++) await cache.block(num);
  for (let num = 9; num >= 2; num--) await cache.block(num);
  expect(reads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await cache.block(1);
  expect(reads.at(-1)).toBe(1);
});

test('a block that is larger than the cache is known as too large, and read once', async () => {
  const { cache, reads } = cacheOf(65 * MIB);
  expect(await cache.block(1)).toBeUndefined();
  expect(await cache.block(1)).toBeUndefined();
  expect(reads).toEqual([1]);
});
