import fc from 'fast-check';
import { ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { ChainReader } from './chain-reader';
import { hexToBytes } from './hex';

describe('ChainReader', () => {
  it.each([
    ['00', 0],
    ['8000', 0],
    ['8100', 1],
    ['8180808000', 1],
    ['ffffffff0f', 0xffffffff],
    ['ffffffff7f', 0xffffffff],
    ['81808080f0', 1],
    ['ffffffffff', 0xffffffff],
  ])('ChainReader reads the number %s in all of its bytes, as a node does', (hex, value) => {
    const reader = new ChainReader(hexToBytes(hex));
    expect(reader.varuint32()).toBe(value);
    expect(reader.isAtEnd).toBe(true);
  });

  it('ChainReader reads numbers and bytes that are written in one way like ByteReader', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), fc.uint8Array(), (number, bytes) => {
        const writer = new ByteWriter();
        writer.varuint32(number);
        writer.prefixed(bytes);
        const written = writer.finish();
        const [strict, lenient] = [new ByteReader(written), new ChainReader(written)];
        expect(lenient.varuint32()).toBe(strict.varuint32());
        expect(lenient.prefixed()).toEqual(strict.prefixed());
      }),
    );
  });

  it('ChainReader refuses a number that ends too early', () => {
    expect(() => new ChainReader(hexToBytes('80')).varuint32()).toThrow('the data ends');
  });
});
