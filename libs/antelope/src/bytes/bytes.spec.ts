import fc from 'fast-check';
import { ValueError } from '../value-error';
import { ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { bytesToHex, equalBytes, hexToBytes } from './hex';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });

function written(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}

/** LEB128 by repeated division, without a bit operation. */
function leb128(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...leb128(Math.floor(value / 128))];
}

describe('bytes', () => {
  it('ByteWriter and ByteReader give back numbers of every width in order, little-endian', () => {
    const record = fc.record({
      int8: fc.integer({ min: -128, max: 127 }),
      uint16: fc.integer({ min: 0, max: 0xffff }),
      int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      uint64: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
      int64: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
      int128: fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n }),
      uint128: fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }),
      float64: fc.double({ noNaN: true }),
      varuint32: uint32,
      bytes: fc.uint8Array({ maxLength: 700 }),
    });
    fc.assert(
      fc.property(record, (value) => {
        const bytes = written((writer) => {
          writer.int8(value.int8);
          writer.uint16(value.uint16);
          writer.int32(value.int32);
          writer.uint64(value.uint64);
          writer.int64(value.int64);
          writer.int128(value.int128);
          writer.int128(value.uint128);
          writer.float64(value.float64);
          writer.varuint32(value.varuint32);
          writer.prefixed(value.bytes);
        });
        const reader = new ByteReader(bytes);
        expect({
          int8: reader.int8(),
          uint16: reader.uint16(),
          int32: reader.int32(),
          uint64: reader.uint64(),
          int64: reader.int64(),
          int128: reader.int128(),
          uint128: reader.uint128(),
          float64: reader.float64(),
          varuint32: reader.varuint32(),
          bytes: reader.prefixed(),
        }).toEqual(value);
        reader.finish();
      }),
    );
    expect(written((writer) => writer.uint32(0x01020304))).toEqual(Uint8Array.of(4, 3, 2, 1));
  });

  it('ByteWriter writes a varuint32 in the fewest bytes, and ByteReader reads no other encoding', () => {
    fc.assert(
      fc.property(uint32, (value) => {
        const bytes = written((writer) => writer.varuint32(value));
        expect([...bytes]).toEqual(leb128(value));
        const padded = [...bytes];
        padded[padded.length - 1]! += 128;
        expect(() => new ByteReader(Uint8Array.from([...padded, 0])).varuint32()).toThrow('over-long');
        expect(() => new ByteReader(Uint8Array.from([...padded, 128, 0])).varuint32()).toThrow(ValueError);
      }),
    );
    expect(() => new ByteReader(Uint8Array.of(255, 255, 255, 255, 16)).varuint32()).toThrow('over-long');
    expect(() => new ByteReader(Uint8Array.of(255, 255, 255, 255, 255, 1)).varuint32()).toThrow('over-long');
    expect(new ByteReader(Uint8Array.of(255, 255, 255, 255, 15)).varuint32()).toBe(0xffffffff);
  });

  it('ByteWriter and ByteReader refuse to read beyond the end, and to leave bytes behind', () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    expect(() => reader.uint32()).toThrow('the data ends at byte 3, in the middle of a value');
    expect(reader.uint16()).toBe(0x0201);
    expect(() => reader.finish()).toThrow('1 bytes too many at the end');
    expect(() => new ByteReader(Uint8Array.of(200, 1)).prefixed()).toThrow(ValueError);
  });

  it('ByteWriter and ByteReader read a view of a larger buffer', () => {
    const whole = Uint8Array.of(9, 9, 1, 0, 0, 0, 9);
    expect(new ByteReader(whole.subarray(2, 6)).uint32()).toBe(1);
  });
});

describe('hex', () => {
  it('hex gives all bytes back, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = bytesToHex(bytes);
        expect(hex).toBe(hex.toLowerCase());
        expect(hexToBytes(hex)).toEqual(bytes);
        expect(hexToBytes(hex.toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each(['0', 'abc', 'zz', '0x00', ' 00', '00 ', '00\n', '０0'])('hex refuses %p', (text) => {
    expect(() => hexToBytes(text)).toThrow('is not hexadecimal');
  });

  it('hex compares bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 3 }), (left, right) => {
        expect(equalBytes(left, right)).toBe(bytesToHex(left) === bytesToHex(right));
      }),
    );
  });
});
