import { ABI } from '@wharfkit/antelope';
import fc from 'fast-check';
import { BROKEN_ABIS, HOSTILE_ABIS } from '../../../libs/antelope/testing/hostile-abis';
import { LONG_PROPERTY } from '../../harness/long-property';
import { longOr } from '../../harness/long';
import { counted } from '../../../libs/antelope/testing/counted';
import { ODD_ABI } from '../../../libs/antelope/src/testing/odd-abi';
import {
  type Abi,
  decodeActionPrefix,
  decodeType,
  encodeAction,
  parseAbi,
  serializeAbi,
  ValueError,
} from '@app/antelope';

/** Reads of members of an ABI for one value: some for each of its entries, and for each of 16,384 parts. */
const MAX_STEPS = 1_000_000;

/** The value, or undefined for a ValueError; no other error is behind it. */
function valueOf<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    expect(error).toBeInstanceOf(ValueError);
    expect((error as ValueError).cause).toBeUndefined();
    expect((error as ValueError).message.length).toBeLessThan(5_000);
    return undefined;
  }
}

describe('hostile ABIs', () => {
  it.each(HOSTILE_ABIS)('$title: decoding ends within its steps, with a value or a ValueError', (hostile) => {
    const { abi, steps } = counted(parseAbi(hostile.raw), MAX_STEPS);
    const decode = () => valueOf(() => decodeActionPrefix(abi, 'x', hostile.data));
    expect(decode()).toEqual(hostile.executed);
    expect(steps()).toBeLessThan(MAX_STEPS);
    const once = steps();
    expect(decode()).toEqual(hostile.executed);
    expect(steps()).toBe(once);
  });

  it.each(HOSTILE_ABIS)('$title: encoding ends within its steps, with bytes or a ValueError', (hostile) => {
    const { abi, steps } = counted(parseAbi(hostile.raw), MAX_STEPS);
    const values = [{}, [], [[]], null, 1, 'a', { a: {} }, ['uint8', 1], hostile.decoded ?? {}];
    for (const value of values) valueOf(() => encodeAction(abi, 'x', value as never));
    expect(steps()).toBeLessThan(MAX_STEPS);
  });

  it.each(BROKEN_ABIS)('$title: parseAbi throws a ValueError', ({ raw }) => {
    expect(() => parseAbi(raw)).toThrow(ValueError);
  });

  it('the size of a type decides, and not what was decoded before', () => {
    const half = (name: string) => ({
      name,
      base: '',
      fields: Array.from({ length: 5_000 }, (_, index) => ({ name: `f${index}`, type: 'uint8$' })),
    });
    const pair = {
      name: 'pair',
      base: '',
      fields: [
        { name: 'l', type: 'left' },
        { name: 'r', type: 'right' },
      ],
    };
    const abi = ABI.from({ structs: [half('left'), half('right'), pair] });
    for (const type of ['left', 'right']) expect(decodeType(abi, type, new Uint8Array())).toEqual({});
    expect(() => decodeType(abi, 'pair', new Uint8Array())).toThrow(
      'the type consists of more than 16384 types and fields',
    );
  });
});

describe('large honest ABIs', () => {
  /** 1,000 actions with structs of ten fields, bases, lists, variants and aliases: about 250 kB. */
  const names = Array.from({ length: 1_000 }, (_, index) =>
    [...String(index).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join(''),
  );
  const abi = ABI.from({
    types: names.map((name) => ({ new_type_name: `${name}_id_type`, type: 'uint64' })),
    structs: [
      { name: 'header', base: '', fields: [{ name: 'version', type: 'uint8' }] },
      ...names.map((name) => ({
        name: `${name}_arguments`,
        base: 'header',
        fields: Array.from({ length: 10 }, (_, index) => ({
          name: `argument_${index}`,
          type: index === 0 ? 'any_id' : `${name}_id_type[]`,
        })),
      })),
    ],
    variants: [{ name: 'any_id', types: names.map((name) => `${name}_id_type`) }],
    actions: names.map((name) => ({ name, type: `${name}_arguments`, ricardian_contract: '' })),
  });
  const raw = serializeAbi(abi);
  const value = {
    version: 1,
    argument_0: ['abcd_id_type', 7],
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`argument_${index + 1}`, [1, 2]])),
  };

  it('each action of an honest ABI of 250 kB is decoded', () => {
    expect(raw.length).toBeGreaterThan(250_000);
    const parsed = parseAbi(raw);
    for (const name of names)
      expect(decodeActionPrefix(parsed, name, encodeAction(parsed, name, value))).toEqual(value);
  });
});

describe('any bytes', () => {
  const ABIS = [
    ODD_ABI,
    ...HOSTILE_ABIS.filter(({ raw }) => raw.length < 5_000).map(({ raw }) => parseAbi(raw)),
  ].map((abi) => serializeAbi(abi));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .record({
        of: fc.constantFrom(...ABIS),
        changes: fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
          maxLength: 4,
        }),
        cut: fc.option(fc.nat(), { freq: 5 }),
      })
      .map(({ of, changes, cut }) => {
        const changed = Uint8Array.from(of);
        for (const { at, byte } of changes) changed[at % changed.length] = byte;
        return cut === null ? changed : changed.subarray(0, cut % changed.length);
      }),
  );

  const typesOf = (abi: Abi): string[] => [
    ...abi.actions.map(({ type }) => type),
    ...abi.structs.map(({ name }) => name),
    ...abi.types.map(({ new_type_name }) => new_type_name),
    ...abi.variants.map(({ name }) => `${name}[]?`),
  ];

  it('any bytes as ABI and as data decode or are refused with a ValueError', () => {
    fc.assert(
      fc.property(bytes, fc.uint8Array({ maxLength: 200 }), (raw, data) => {
        let parsed: Abi;
        try {
          parsed = parseAbi(raw);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
          return;
        }
        const { abi, steps } = counted(parsed, MAX_STEPS);
        for (const type of typesOf(parsed)) valueOf(() => decodeType(abi, type, data));
        expect(steps()).toBeLessThan(MAX_STEPS);
      }),
      { ...LONG_PROPERTY, numRuns: longOr(20_000, 300) },
    );
  });
});
