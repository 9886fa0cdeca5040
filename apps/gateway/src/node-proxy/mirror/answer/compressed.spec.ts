import { gunzipSync } from 'node:zlib';
import { ManualClock } from '@app/operations';
import { ResponseCache } from '@app/upstream';
import { compressedBytes } from './compressed';

describe('the compressed form of a kept answer', () => {
  it('the compressed form of a kept answer is made once, and counts in the memory of the cache', async () => {
    const cache = new ResponseCache(new ManualClock(), 2 ** 20, () => 1);
    const reply = {
      status: 200,
      contentType: '',
      bytes: Buffer.alloc(5_000, 'x'),
      node: 'one',
      headBlock: 1,
    };
    const served = await cache.read('key', () => Promise.resolve({ reply, lifetime: { kind: 'immutable' } }));
    const before = cache.bytes;
    const count = (bytes: number): void => cache.addDerived(served, bytes);
    const [first, second] = await Promise.all([compressedBytes(reply, count), compressedBytes(reply, count)]);
    await compressedBytes(reply, count);
    expect(first).toBe(second);
    expect(gunzipSync(first)).toEqual(reply.bytes);
    expect(cache.bytes).toBe(before + first.length);
  });
});
