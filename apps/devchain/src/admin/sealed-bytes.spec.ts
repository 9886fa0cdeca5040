import fc from 'fast-check';
import { seal, unseal } from './sealed-bytes';

const FORMAT = 'some format 1';

describe('sealed bytes', () => {
  it('sealed bytes unseal to the same content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (content) => {
        expect(unseal(FORMAT, seal(FORMAT, content))).toEqual(Buffer.from(content));
      }),
    );
  });

  it('sealed bytes are refused when any byte changed', () => {
    const bytes = seal(FORMAT, Buffer.from('content'));
    for (const at of bytes.keys()) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1 << bit;
        expect(unseal(FORMAT, changed)).toBe(at <= FORMAT.length ? 'foreign' : 'damaged');
      }
    }
  });

  it('sealed bytes are refused when cut off or continued', () => {
    const bytes = seal(FORMAT, Buffer.from('content'));
    for (let length = 0; length < bytes.length; length += 1)
      expect(unseal(FORMAT, bytes.subarray(0, length))).toMatch(/^(?:foreign|damaged)$/);
    expect(unseal(FORMAT, Buffer.concat([bytes, Buffer.from([0])]))).toBe('damaged');
  });
});
