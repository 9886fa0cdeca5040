import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { unicodeText } from '../../../../../libs/antelope/testing/unicode-text';
import { CompressedText } from './compressed-text';

describe('a compressed text after a head', () => {
  it('a compressed text after a head is a gzip stream of both, whatever they hold', () => {
    const text = unicodeText({ maxLength: 2_000 });
    fc.assert(
      fc.property(text, text, (head, tail) => {
        expect(gunzipSync(new CompressedText(tail).after(head)).toString()).toBe(head + tail);
      }),
    );
  });

  it('a compressed text after a head is much shorter than a long text that repeats itself, with every head', () => {
    const compressed = new CompressedText('{"name":"get_account"},'.repeat(3_000));
    for (const head of ['', 'x'.repeat(500)]) {
      expect(compressed.after(head).length).toBeLessThan(1_000 + head.length);
    }
  });

  it('a compressed text takes a head of 65535 bytes at most', () => {
    const compressed = new CompressedText('end');
    expect(gunzipSync(compressed.after('x'.repeat(65_535))).length).toBe(65_538);
    expect(() => compressed.after('x'.repeat(65_536))).toThrow(RangeError);
  });
});
