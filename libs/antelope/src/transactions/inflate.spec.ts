import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ValueError } from '../value-error';
import { inflatePacked, InflatesTooFarError } from './inflate';

describe('compressed transactions', () => {
  it('inflatePacked gives the bytes back, up to the limit exactly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        const compressed = deflateSync(bytes);
        expect(inflatePacked(compressed, bytes.length)).toEqual(bytes);
        if (bytes.length > 0) {
          expect(() => inflatePacked(compressed, bytes.length - 1)).toThrow(
            `the data inflates to more than ${String(bytes.length - 1)} bytes`,
          );
        }
      }),
    );
  });

  it('inflatePacked stops a decompression bomb at the limit', () => {
    const bomb = deflateSync(new Uint8Array(64 * 1024 * 1024), { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    expect(() => inflatePacked(bomb, 65_536)).toThrow('the data inflates to more than 65536 bytes');
  });

  it('inflatePacked with a limit of 0 refuses every byte as one too many', () => {
    expect(() => inflatePacked(deflateSync(Buffer.of(1)), 0)).toThrow(InflatesTooFarError);
  });

  it('inflatePacked refuses truncated, trailing and foreign bytes', () => {
    const compressed = deflateSync(Buffer.from('a transaction'));
    expect(() => inflatePacked(compressed.subarray(0, -1), 100)).toThrow('broken zlib data');
    expect(() => inflatePacked(Buffer.concat([compressed, Buffer.of(0)]), 100)).toThrow('bytes too many');
    expect(() => inflatePacked(Buffer.concat([compressed, compressed]), 100)).toThrow('bytes too many');
    expect(() => inflatePacked(new Uint8Array(), 100)).toThrow(ValueError);
    expect(() => inflatePacked(gzipSync('a transaction'), 100)).toThrow('broken zlib data');
    expect(() => inflatePacked(deflateRawSync('a transaction'), 100)).toThrow('broken zlib data');
  });

  it('inflatePacked throws no error but ValueError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.integer({ min: 0, max: 100 }), (bytes, limit) => {
        try {
          expect(inflatePacked(bytes, limit).length).toBeLessThanOrEqual(limit);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
        }
      }),
    );
  });
});
