import { ReferenceBlocks } from './reference-blocks';

describe('reference blocks', () => {
  it('reference blocks are the last 65,536', () => {
    const blocks = new ReferenceBlocks();
    for (let num = 1; num <= 65_540; num++) blocks.add(num, num * 3);
    expect(blocks.prefix(4)).toBe(65_540 * 3);
    expect(blocks.prefix(5)).toBe(5 * 3);
    expect(blocks.prefix(0)).toBe(65_536 * 3);
  });

  it('reference blocks are unknown before the first block, for any prefix', () => {
    const blocks = new ReferenceBlocks();
    expect(blocks.prefix(0)).toBeUndefined();
    blocks.add(1, 0xffffffff);
    expect([blocks.prefix(1), blocks.prefix(2)]).toEqual([0xffffffff, undefined]);
  });
});
