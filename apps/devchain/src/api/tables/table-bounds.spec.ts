import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import { ChainError } from '../../kernel/chain-error';
import { float64Key } from '../../kernel/store/index-keys';
import { keySpelling, readKey64 } from './table-bounds';

const spelling = (keyType: string, encodeType = 'dec') => keySpelling(keyType, encodeType)!;
const read = (keyType: string, text: string, encodeType?: string) =>
  spelling(keyType, encodeType).read(text, 'lower_bound');

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
  ])('%j is %s', (text, key) => {
    expect(readKey64(text, 'scope')).toBe(key);
  });

  it('refuse what is neither number nor name nor symbol', () => {
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
    ['ripemd160', 'hex', 160],
  ] as const)('%s in %s: next_key read back is the same key', (keyType, encodeType, bits) => {
    fc.assert(
      fc.property(unsigned(bits), (key) => {
        expect(read(keyType, spelling(keyType, encodeType).write(key), encodeType)).toBe(key);
      }),
    );
  });

  it('double keys written with 17 decimals are read back where the number has no more', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const key = float64Key(number / 4);
        expect(read('float64', spelling('float64').write(key))).toBe(key);
        const wide = spelling('float128').read(String(number / 4), 'lower_bound');
        expect(read('float128', spelling('float128').write(wide))).toBe(wide);
      }),
    );
  });

  it('name keys are written as numbers, which is what nodeos does', () => {
    expect(spelling('name').write(read('name', 'alice'))).toBe(nameToValue('alice').toString());
    expect(() => read('name', '6138663577826885632')).toThrow(ChainError);
  });

  it('128-bit keys are decimal, or hex from the most significant digit on', () => {
    expect([read('i128', '258'), read('i128', '0x0102')]).toEqual([258n, 258n]);
    expect(read('float128', '0x3fff0000000000000000000000000000', 'hex')).toBe(read('float128', '1'));
  });

  it('short hashes are filled up at the end', () => {
    expect(read('ripemd160', 'ff')).toBe(0xffn << 152n);
    expect(read('sha256', 'ff')).toBe(0xffn << 248n);
  });

  it.each([
    ['i128', 'ten'],
    ['i128', '0x1'.padEnd(40, '0')],
    ['sha256', 'xyz'],
    ['float64', 'nan'],
    ['float64', ''],
  ])('%s refuses %j', (keyType, text) => {
    expect(() => read(keyType, text)).toThrow(ChainError);
  });

  it('of other types are not supported', () => {
    expect(
      ['uint64_t', 'uint64', 'I64', '__proto__', 'toString'].map((each) => keySpelling(each, 'dec')),
    ).toEqual(Array(5).fill(undefined));
  });
});
