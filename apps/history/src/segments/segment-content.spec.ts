import { zstdCompressSync } from 'node:zlib';
import { sha256 } from '@app/antelope';
import type { ArchivedBlock } from '@app/ship';
import { RefusedArchiveError } from './archive-errors';
import type { SegmentEntry } from './manifest';
import { blocksOfFile, type ClosedSegment, compressed, SegmentContent } from './segment-content';

const CHAIN = sha256(Buffer.from('chain'));
const CHAIN_ID = Buffer.from(CHAIN).toString('hex');

function positionOf(num: number) {
  const blockId = Buffer.from(sha256(Buffer.from(String(num))));
  blockId.writeUInt32BE(num);
  return { blockNum: num, blockId };
}

const blockOf = (num: number): ArchivedBlock => ({
  thisBlock: positionOf(num),
  ...(num === 1 ? {} : { prevBlock: positionOf(num - 1) }),
  block: Buffer.from(`block ${String(num)}`),
  deltas: Buffer.alloc(100, num),
});

function segmentOf(nums: readonly number[]): ClosedSegment {
  const content = new SegmentContent(CHAIN);
  for (const num of nums) content.add(blockOf(num));
  return content.close();
}

const SEGMENT = segmentOf([5, 6, 7, 8]);
const read = (file: Uint8Array, entry: SegmentEntry = SEGMENT.entry, chainId = CHAIN_ID) =>
  blocksOfFile(file, entry, chainId);

describe('the file of a segment', () => {
  it('a segment has the blocks that were added, and an entry that names their range', async () => {
    const blocks = await read(await compressed(SEGMENT.content));
    expect(blocks.map(({ thisBlock }) => thisBlock.blockNum)).toEqual([5, 6, 7, 8]);
    expect(blocks[1]!.deltas).toEqual(new Uint8Array(100).fill(6));
    expect(SEGMENT.entry).toMatchObject({ first_block: 5, last_block: 8, bytes: SEGMENT.content.length });
  });

  it('the name of a segment does not depend on its compression', async () => {
    const other = zstdCompressSync(SEGMENT.content);
    expect(Buffer.compare(other, await compressed(SEGMENT.content))).not.toBe(0);
    expect(await read(other)).toHaveLength(4);
  });

  it('a changed bit anywhere in a file changes no block that is read', async () => {
    const file = await compressed(SEGMENT.content);
    const expected = await read(file);
    let refused = 0;
    for (let at = 0; at < file.length; at++) {
      const changed = Buffer.from(file);
      changed[at]! ^= 1 << (at % 8);
      const blocks = await read(changed).catch((error: unknown) => error);
      if (blocks instanceof RefusedArchiveError) refused += 1;
      else expect(blocks).toEqual(expected);
    }
    expect(refused).toBeGreaterThan(file.length / 2);
  });

  it('a file that ends early is refused by its name', async () => {
    const file = await compressed(SEGMENT.content);
    for (let length = 0; length < file.length; length += 7)
      await expect(read(file.subarray(0, length))).rejects.toThrow(
        `segment ${SEGMENT.entry.sha256}.zst (blocks 5 to 8)`,
      );
  });

  it('a file that decompresses to more than its entry says is refused, and not decompressed', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(256 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().external;
    await expect(read(bomb)).rejects.toThrow('cannot be decompressed into');
    expect(process.memoryUsage().external - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('a segment of another chain is refused', async () => {
    await expect(read(await compressed(SEGMENT.content), SEGMENT.entry, 'ab'.repeat(32))).rejects.toThrow(
      'is no segment of chain abab',
    );
  });

  it.each<[string, ClosedSegment]>([
    ['lack one in the middle', segmentOf([5, 7, 8])],
    ['are in another order', segmentOf([5, 7, 6, 8])],
    ['end early', segmentOf([5, 6, 7])],
    ['go on', segmentOf([5, 6, 7, 8, 9])],
    ['begin later', segmentOf([6, 7, 8])],
  ])('a segment whose blocks %s is refused, though it has the hash of its entry', async (_, other) => {
    const { sha256: hash, bytes } = other.entry;
    const entry = { ...SEGMENT.entry, sha256: hash, bytes };
    await expect(read(await compressed(other.content), entry)).rejects.toThrow(RefusedArchiveError);
  });

  it('a segment that ends in the middle of a block is refused, though it has the hash of its entry', async () => {
    const content = SEGMENT.content.subarray(0, -1);
    const hash = Buffer.from(sha256(content)).toString('hex');
    const entry = { ...SEGMENT.entry, sha256: hash, bytes: content.length };
    await expect(read(await compressed(content), entry)).rejects.toThrow('cannot be read');
  });

  it('no more blocks are decoded than the entry names', async () => {
    const content = new SegmentContent(CHAIN);
    for (let count = 0; count < 10_000; count++) content.add({ thisBlock: positionOf(5) });
    const { content: bytes, entry } = content.close();
    const hash = { sha256: entry.sha256, bytes: entry.bytes };
    await expect(read(await compressed(bytes), { ...SEGMENT.entry, ...hash })).rejects.toThrow(
      'cannot be read: there are more than 4 blocks',
    );
  });

  it('a block above the limit is refused', async () => {
    const file = await compressed(SEGMENT.content);
    expect(await blocksOfFile(file, SEGMENT.entry, CHAIN_ID, 107)).toHaveLength(4);
    await expect(blocksOfFile(file, SEGMENT.entry, CHAIN_ID, 106)).rejects.toThrow('and 106 are the limit');
  });
});
