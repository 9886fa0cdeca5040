import { Name, UInt64 } from '@wharfkit/antelope';
import fc from 'fast-check';
import { ValueError } from '../value-error';
import { isName, nameFromValue, nameToValue } from './names';

const values = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const nearlyNames = fc.oneof(
  fc.string({ maxLength: 15 }),
  fc.stringMatching(/^[.1-5a-z]{0,14}$/),
  fc.stringMatching(/^[.0-9A-Za-z_]{1,13}$/),
);

describe('names', () => {
  it('names are the texts wharfkit prints for all 64-bit values', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(nameFromValue(value)).toBe(String(Name.from(UInt64.from(value.toString()))));
      }),
    );
  });

  it('names give every value back', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(nameToValue(nameFromValue(value))).toBe(value);
      }),
    );
  });

  it('names are exactly the texts that survive the round trip through the value', () => {
    fc.assert(
      fc.property(nearlyNames, (text) => {
        expect(isName(text)).toBe(text !== '' && String(Name.from(text)) === text);
        if (isName(text)) expect(nameToValue(text).toString()).toBe(String(Name.from(text).value));
        else if (text !== '') expect(() => nameToValue(text)).toThrow(ValueError);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['eosio', 6138663577826885632n],
    ['a', 3458764513820540928n],
    ['zzzzzzzzzzzzj', 18446744073709551615n],
    ['2kcv5ga.loan', nameToValue('2kcv5ga.loan')],
  ])('%s is %p', (name, value) => {
    expect(isName(name)).toBe(true);
    expect(nameToValue(name)).toBe(value);
    expect(nameFromValue(value)).toBe(name);
  });

  it.each([
    'Alice',
    'alice6',
    'alice_',
    'alice.',
    'ali ce',
    'aliceé',
    'abcdefghijklm1',
    'zzzzzzzzzzzzk',
    '.',
    'a\n',
  ])('the name %p is refused instead of mapped to another account', (text) => {
    expect(isName(text)).toBe(false);
    expect(() => nameToValue(text)).toThrow(`${JSON.stringify(text)} is not a name`);
  });

  it('the empty name has the value 0 and is no account', () => {
    expect(isName('')).toBe(false);
    expect(nameToValue('')).toBe(0n);
    expect(nameFromValue(0n)).toBe('');
  });
});
