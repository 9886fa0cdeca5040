import { ABI, Serializer } from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex } from '../bytes/hex';
import type { Json } from '../json';
import { decodingOf, encodingOf, ODD_ABI } from '../testing/odd-abi';
import { SCALAR_VALUES } from '../testing/scalar-values';
import { ValueError } from '../value-error';
import { decodeType, encodeType } from './values';

const EMPTY = new ABI({});

const numbered = (_member: string, value: unknown): unknown =>
  typeof value === 'boolean' ? Number(value) : value;

/** Whether decoding throws a ValueError. Unlike toThrow, it formats no stack. */
function isRefused(type: string, bytes: Uint8Array): boolean {
  try {
    decodeType(EMPTY, type, bytes);
    return false;
  } catch (error) {
    if (error instanceof ValueError) return true;
    throw error;
  }
}

describe.each(Object.keys(SCALAR_VALUES))('%s', (type) => {
  const values = SCALAR_VALUES[type]!;

  it('a built-in type has the bytes wharfkit gives it, and reads back as nodes print it', () => {
    fc.assert(
      fc.property(values, (value) => {
        const object = type === 'bool' ? value === 1 : value;
        const theirs = Serializer.encode({ object, type, abi: EMPTY }).array;
        const ours = encodeType(EMPTY, type, value);
        expect(bytesToHex(ours)).toBe(bytesToHex(theirs));
        expect(decodeType(EMPTY, type, ours)).toEqual(value);
      }),
    );
  });

  it(`${type} refuses missing bytes and bytes left over`, () => {
    fc.assert(
      fc.property(values, fc.uint8Array({ minLength: 1, maxLength: 3 }), (value, more) => {
        const bytes = encodeType(EMPTY, type, value);
        const wrong = [bytes.subarray(0, -1), Uint8Array.of(...bytes, ...more)];
        expect(wrong.map((each) => isRefused(type, each))).toEqual([true, true]);
      }),
    );
  });

  it('a built-in type refuses JSON of another sort by ValueError alone', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        let decoded: Json | undefined;
        try {
          decoded = decodeType(EMPTY, type, encodeType(EMPTY, type, value as Json));
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
        }
        // an accepted text keeps its meaning when it is formatted
        if (decoded !== undefined && typeof value === 'number' && !type.startsWith('float')) {
          expect(Number(decoded)).toBe(value === 0 ? 0 : value);
        }
      }),
    );
  });
});

describe('the JSON format of nodes', () => {
  it.each([
    ['uint64', 'ffffffff00000000', 4294967295],
    ['uint64', '0000000001000000', '4294967296'],
    ['int64', '01000000ffffffff', -4294967295],
    ['int64', '00000000ffffffff', '-4294967296'],
    ['uint128', '01000000000000000000000000000000', '1'],
    ['bool', '01', 1],
    ['bool', '00', 0],
    ['float64', '0000000000000000', '0.00000000000000000'],
    ['float64', '000000000000f8bf', '-1.50000000000000000'],
    ['time_point', '40420f0000000000', '1970-01-01T00:00:01.000'],
    ['time_point_sec', '01000000', '1970-01-01T00:00:01'],
    ['block_timestamp_type', '01000000', '2000-01-01T00:00:00.500'],
    ['bytes', '00', ''],
    ['string', '00', ''],
    ['asset', '00000000000000000000000000000000', '0 '],
    ['symbol', '0000000000000000', '0,'],
  ])('%s of %s is %j', (type, hex, value) => {
    expect(decodingOf(type, hex)).toEqual(value);
  });

  it.each([
    ['bool', true],
    ['bool', false],
    ['bool[]', [true, false]],
    ['bool?', true],
    ['flags', { one: true, others: [false, true] }],
  ] as [string, Json][])('%s is true and false where that is asked for: %j', (type, value) => {
    const abi = ABI.from({
      structs: [
        {
          ...{ name: 'flags', base: '' },
          fields: [
            { name: 'one', type: 'flag' },
            { name: 'others', type: 'flag[]' },
          ],
        },
      ],
      types: [{ new_type_name: 'flag', type: 'bool' }],
    });
    const bytes = Serializer.encode({ object: value, type, abi }).array;
    expect(decodeType(abi, type, bytes, 'boolean')).toEqual(value);
    expect(decodeType(abi, type, bytes)).toEqual(JSON.parse(JSON.stringify(value), numbered));
  });

  it('keys of accounts have the legacy form in the JSON of nodes', () => {
    const text = 'EOS57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq';
    const bytes = encodeType(
      ODD_ABI,
      'public_key',
      'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    );
    expect(decodeType(ODD_ABI, 'public_key', bytes)).toBe(text);
  });

  it('strings have a replacement character for bytes that are no UTF-8, and keep a byte order mark', () => {
    expect(decodingOf('string', '03efbbbf')).toBe('\ufeff');
    expect(decodingOf('string', '0361ff62')).toBe('a\ufffdb');
  });
});

describe('encoding of scalars', () => {
  it.each([
    ['uint8', 256, '256 is not between 0 and 255'],
    ['uint8', -1, '-1 is not between 0 and 255'],
    ['uint64', '18446744073709551616', '18446744073709551616 is not between 0 and 18446744073709551615'],
    ['uint64', 2 ** 53, '9007199254740992 cannot be exact as a JSON number: send it as a string'],
    ['uint64', 1.5, '1.5 is not a whole number'],
    ['uint64', '1.0', '"1.0" is not a whole number'],
    ['uint64', '0x10', '"0x10" is not a whole number'],
    ['uint64', ' 1', '" 1" is not a whole number'],
    ['uint64', '01', '"01" is not a whole number'],
    ['uint64', '', '"" is not a whole number'],
    ['uint64', true, 'expected a whole number, found a boolean'],
    ['uint64', null, 'expected a whole number, found null'],
    ['bool', 2, 'expected true, false, 1 or 0, found a number'],
    ['bool', 'true', 'expected true, false, 1 or 0, found a string'],
    ['name', 'Alice', '"Alice" is not a name: 1 to 12 characters of a-z, 1-5 and inner dots'],
    ['name', 5, 'expected a string, found a number'],
    ['string', '\ud800', 'the text holds half of a surrogate pair'],
    ['checksum256', 'ab', 'expected 64 hexadecimal digits'],
    ['bytes', 'xyz', '"xyz" is not hexadecimal'],
    ['float64', 'one', '"one" is not a number'],
    ['float64', null, 'expected a number, found null'],
    ['float128', '0x12', 'expected "0x" and the 32 hexadecimal digits of a 128-bit float'],
  ] as [string, Json, string][])('the type %s is not encoded from %j', (type, value, reason) => {
    expect(() => encodeType(ODD_ABI, type, value)).toThrow(new ValueError(reason));
  });

  it('the type bool is encoded from true and false', () => {
    expect(encodingOf('bool', true) + encodingOf('bool', false)).toBe('0100');
  });
});
