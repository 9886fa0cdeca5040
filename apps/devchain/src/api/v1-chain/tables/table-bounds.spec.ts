import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { float64Key } from '../../../kernel/sdk/index-keys';
import { keyFormat, readKey64 } from './table-bounds';

const format = (keyType: string, encodeType = 'dec') => keyFormat(keyType, encodeType)!;
function refusal(work: () => unknown): ChainError {
  try {
    work();
  } catch (error) {
    if (error instanceof ChainError) return error;
  }
  throw new Error('it was not refused');
}
const read = (keyType: string, text: string, encodeType?: string) =>
  format(keyType, encodeType).read(text, 'lower_bound');

describe('64-bit bounds and scopes', () => {
  it.each<[string, bigint]>([
    ['5', 5n],
    ['18446744073709551615', 18446744073709551615n],
    ['-1', 18446744073709551615n],
    ['alice', nameToValue('alice')],
    [' alice ', nameToValue('alice')],
    ['BTC', 0x435442n],
    ['4,ABC', 0x43424104n],
    ['', 0n],
    ['007', 7n],
    ['+5', 5n],
    // Seven letters have room; nodeos does not mind more.
    ['ABCDEFGH', 0x47464544434241n],
  ])('the 64-bit bound %j is %s', (text, key) => {
    expect(readKey64(text, 'scope')).toBe(key);
  });

  it('64-bit bounds and scopes refuse a text that is no number, name or symbol', () => {
    expect(() => readKey64('Hello', 'scope')).toThrow(
      "Could not convert scope string 'Hello' to any of the following: uint64_t, valid name, or valid symbol (with or without the precision)",
    );
  });
});

describe('keys of every type', () => {
  const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });

  it.each([
    ['i64', 'dec', 64],
    ['i128', 'dec', 128],
    ['i256', 'dec', 256],
    ['i256', 'hex', 256],
    ['sha256', 'hex', 256],
  ] as const)('a key of type %s in %s: next_key read back is the same key', (keyType, encodeType, bits) => {
    fc.assert(
      fc.property(unsigned(bits), (key) => {
        expect(read(keyType, format(keyType, encodeType).write(key), encodeType)).toBe(key);
      }),
    );
  });

  it('double keys written with 17 decimals are read back where the number has no more', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const key = float64Key(number / 4);
        expect(read('float64', format('float64').write(key))).toBe(key);
        const wide = format('float128').read(String(number / 4), 'lower_bound');
        expect(read('float128', format('float128').write(wide))).toBe(wide);
      }),
    );
  });

  it('keys of every type write name keys as numbers, as nodeos does', () => {
    expect(format('name').write(read('name', 'alice'))).toBe(nameToValue('alice').toString());
    expect(() => read('name', '6138663577826885632')).toThrow(
      'Name is longer than 13 characters (6138663577826885632) ',
    );
    expect(() => read('name', 'Alice')).toThrow(
      'Name not properly normalized (name: Alice, normalized: .lice) ',
    );
  });

  it('128-bit keys are decimal, or hex from the most significant digit on', () => {
    expect([read('i128', '258'), read('i128', '0x0102')]).toEqual([258n, 258n]);
    expect(read('float128', '0x3fff0000000000000000000000000000', 'hex')).toBe(read('float128', '1'));
  });

  it('short hashes are filled up at the end', () => {
    expect(read('ripemd160', 'ff')).toBe(0xffn << 248n);
    expect(read('sha256', 'ff')).toBe(0xffn << 248n);
  });

  it('hashes of 20 bytes are the first of the 32 of their index', () => {
    fc.assert(
      fc.property(unsigned(160), (hash) => {
        const key = hash << 96n;
        expect(format('ripemd160').write(key)).toBe(hash.toString(16).padStart(40, '0'));
        expect(read('ripemd160', format('ripemd160').write(key))).toBe(key);
      }),
    );
    expect(format('ripemd160').kinds).toEqual(format('sha256').kinds);
  });

  it.each<[keyType: string, text: string, key: bigint]>([
    ['i128', '-1', (1n << 128n) - 1n],
    ['i128', String(1n << 128n), 0n],
    ['i128', `0x1${'0'.repeat(32)}`, 0n],
    ['i128', '0XfF', 255n],
    ['i128', '010', 8n],
    ['i128', '0', 0n],
    ['i256', '-1', (1n << 256n) - 1n],
    ['i256', String(1n << 256n), 0n],
    ['float64', 'inf', float64Key(Infinity)],
    ['float64', '-Infinity', float64Key(-Infinity)],
    ['float64', '1e3', float64Key(1000)],
    ['float64', '.5', float64Key(0.5)],
  ])('a key of type %s takes %j', (keyType, text, key) => {
    expect(read(keyType, text)).toBe(key);
  });

  it.each([
    ['i128', 'ten', 13, /: Could not convert lower_bound string 'ten' to key type\.$/],
    ['i128', '08', 13, /^Unexpected content found/],
    ['i128', '+1', 13, /^Unexpected content found/],
    ['i128', '1'.repeat(1001), 13, /^Unexpected content found/],
    ['sha256', 'xyzz', 0, "Invalid hex character 'x'"],
    ['ripemd160', 'zz', 0, "Invalid hex character 'z'"],
    ['sha256', 'abc', 10, /even number$/],
    [
      'float64',
      'nan',
      3060003,
      "Converted lower_bound string 'nan' to NaN which is not a permitted value for the key type",
    ],
    ['float64', 'junk', 4, "Couldn't parse double"],
    ['float64', ' 1', 4, "Couldn't parse double"],
    ['float64', '0x10', 4, "Couldn't parse double"],
    ['float64', '', 4, "Couldn't parse double"],
  ])('a key of type %s refuses %j with code %s', (keyType, text, code, message) => {
    const error = refusal(() => read(keyType, text));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it('an index over another type is not supported', () => {
    expect(
      ['uint64_t', 'uint64', 'I64', '__proto__', 'toString'].map((each) => keyFormat(each, 'dec')),
    ).toEqual(Array(5).fill(undefined));
  });
});
