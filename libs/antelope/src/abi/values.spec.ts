import { Serializer } from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex, equalBytes } from '../bytes/hex';
import type { Json } from '../json';
import { abiValues } from '../testing/abi-values';
import { SCALAR_VALUES } from '../testing/scalar-values';
import { ValueError } from '../value-error';
import { decodeType, encodeType } from './values';

const scalars = Object.keys(SCALAR_VALUES);
/** Types of which every binary form has a JSON form of its own. */
const faithful = scalars.filter(
  (type) => !['string', 'bool', 'float32', 'float64', 'time_point', 'signature'].includes(type),
);

describe('random values of random types', () => {
  it('any type of any ABI has the bytes wharfkit gives it, and reads back as nodes print it', () => {
    const knownToWharfkit = scalars.filter((type) => type !== 'bool');
    fc.assert(
      fc.property(abiValues(knownToWharfkit), ({ abi, type, value }) => {
        const ours = encodeType(abi, type, value);
        const theirs = Serializer.encode({ object: value, type, abi }).array;
        expect(bytesToHex(ours)).toBe(bytesToHex(theirs));
        expect(decodeType(abi, type, ours)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it('any type of any ABI is read from its own encoding alone, any other bytes are a ValueError', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.constantFrom(0, 1, 2, 3, 128)).map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(abiValues(faithful), bytes, ({ abi, type }, input) => {
        let value: Json;
        try {
          value = decodeType(abi, type, input);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
          return;
        }
        expect(equalBytes(encodeType(abi, type, value), input)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('any type of any ABI is read from bytes with one changed, or refused by ValueError', () => {
    fc.assert(
      fc.property(abiValues(), fc.nat(), fc.nat(255), ({ abi, type, value }, index, byte) => {
        const bytes = encodeType(abi, type, value);
        fc.pre(bytes.length > 0);
        bytes[index % bytes.length] = byte;
        try {
          decodeType(abi, type, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
        }
      }),
    );
  });
});
