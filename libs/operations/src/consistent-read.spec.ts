import fc from 'fast-check';
import { ConsistentRead, consistencyToken } from './consistent-read';

const chainId = fc.stringMatching(/^[0-9a-f]{64}$/);

describe('ConsistentRead', () => {
  it('ConsistentRead reads the chain and the block of every token', () => {
    fc.assert(
      fc.property(chainId, fc.integer({ min: 1, max: 0xffff_ffff }), (id, block) => {
        const read = ConsistentRead.of(consistencyToken(id, block));
        expect(read?.block).toBe(block);
        expect(id.startsWith(read?.chain ?? 'none')).toBe(true);
      }),
    );
  });

  it('ConsistentRead takes no other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 64 }), (text) => {
        expect(ConsistentRead.of(text)).toBeUndefined();
      }),
    );
    const chain = '0'.repeat(16);
    for (const text of [
      `${chain}-0`,
      `${chain}-01`,
      `${chain}-4294967296`,
      `${chain}-1e3`,
      `${chain}--1`,
      chain,
    ])
      expect(ConsistentRead.of(text)).toBeUndefined();
  });

  it('ConsistentRead is that of the running call, and none within suspend', async () => {
    const read = ConsistentRead.of(`${'a'.repeat(16)}-7`)!;
    await read.run(async () => {
      await Promise.resolve();
      expect(ConsistentRead.current).toBe(read);
      expect(ConsistentRead.suspend(() => ConsistentRead.current)).toBeUndefined();
    });
    expect(ConsistentRead.current).toBeUndefined();
  });
});
