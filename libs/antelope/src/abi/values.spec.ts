import { ABI, Serializer } from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex, equalBytes, hexToBytes } from '../bytes/hex';
import type { Json } from '../json';
import { abiValues } from '../testing/abi-values';
import { SCALAR_VALUES } from '../testing/scalar-values';
import { ValueError } from '../value-error';
import { decodeAction, encodeAction } from './actions';
import { decodeType, encodeType } from './values';

const EMPTY = new ABI({});
const scalars = Object.keys(SCALAR_VALUES);
/** Types of which every binary form has a JSON form of its own. */
const faithful = scalars.filter(
  (type) => !['string', 'bool', 'float32', 'float64', 'time_point', 'signature'].includes(type),
);

const TOKEN = ABI.from({
  structs: [
    {
      name: 'transfer',
      base: '',
      fields: [
        { name: 'from', type: 'name' },
        { name: 'to', type: 'name' },
        { name: 'quantity', type: 'asset' },
        { name: 'memo', type: 'string' },
      ],
    },
    { name: 'base', base: '', fields: [{ name: 'id', type: 'uint64' }] },
    { name: 'derived', base: 'base', fields: [{ name: 'note', type: 'string?' }] },
    {
      name: 'grown',
      base: '',
      fields: [
        { name: 'id', type: 'uint8' },
        { name: 'since', type: 'uint8$' },
        { name: 'until', type: 'uint8?$' },
      ],
    },
    { name: 'tree', base: '', fields: [{ name: 'branches', type: 'tree[]' }] },
    { name: 'nothing', base: '', fields: [] },
    { name: 'ouroboros', base: 'ouroboros', fields: [] },
    { name: 'orphan', base: 'nobody', fields: [] },
    { name: 'polluter', base: '', fields: [{ name: '__proto__', type: 'uint8' }] },
  ],
  types: [
    { new_type_name: 'chicken', type: 'egg' },
    { new_type_name: 'egg', type: 'chicken' },
    { new_type_name: 'ids', type: 'uint64[]' },
  ],
  variants: [{ name: 'choice', types: ['uint8', 'string', 'tree'] }],
  actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
});

const transfer = { from: 'alice', to: 'bob', quantity: '1.0000 ABC', memo: 'hi' };
const encodingOf = (type: string, value: Json): string => bytesToHex(encodeType(TOKEN, type, value));
const decodingOf = (type: string, hex: string): Json => decodeType(TOKEN, type, hexToBytes(hex));

describe.each(scalars)('%s', (type) => {
  const values = SCALAR_VALUES[type]!;

  it('has the bytes wharfkit gives it, and reads back as nodes print it', () => {
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

  it('refuses missing bytes and bytes left over', () => {
    fc.assert(
      fc.property(values, fc.uint8Array({ minLength: 1, maxLength: 3 }), (value, more) => {
        const bytes = encodeType(EMPTY, type, value);
        expect(() => decodeType(EMPTY, type, bytes.subarray(0, -1))).toThrow(ValueError);
        expect(() => decodeType(EMPTY, type, Uint8Array.of(...bytes, ...more))).toThrow(ValueError);
      }),
    );
  });

  it('refuses JSON of another sort by ValueError alone', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        let decoded: Json | undefined;
        try {
          decoded = decodeType(EMPTY, type, encodeType(EMPTY, type, value as Json));
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
        }
        // what is taken means the same when it is printed
        if (decoded !== undefined && typeof value === 'number' && !type.startsWith('float')) {
          expect(Number(decoded)).toBe(value === 0 ? 0 : value);
        }
      }),
    );
  });
});

describe('any type of any ABI', () => {
  it('has the bytes wharfkit gives it, and reads back as nodes print it', () => {
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

  it('is read from whatever bytes by ValueError alone, and only from its own encoding', () => {
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

  it('is read from its own bytes with one of them changed, or refused, by ValueError alone', () => {
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

describe('the spelling of nodes', () => {
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
    ['choice', '0005', ['uint8', 5]],
    ['choice', '010568656c6c6f', ['string', 'hello']],
    ['ids', '02010000000000000000000000ffffffff', [1, '18446744069414584320']],
    ['uint8?', '00', null],
    ['uint8[2]', '0102', [1, 2]],
    ['uint8?[]', '02000107', [null, 7]],
    ['uint8[][]', '0201050100', [[5], [0]]],
    ['derived', '010000000000000000', { id: 1, note: null }],
  ])('%s of %s is %j', (type, hex, value) => {
    expect(decodingOf(type, hex)).toEqual(value);
  });

  it('prints keys of accounts in the legacy form', () => {
    const text = 'EOS57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq';
    const bytes = encodeType(
      TOKEN,
      'public_key',
      'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    );
    expect(decodeType(TOKEN, 'public_key', bytes)).toBe(text);
  });

  it('puts a replacement character for bytes that are no UTF-8, and keeps a byte order mark', () => {
    expect(decodingOf('string', '03efbbbf')).toBe('\ufeff');
    expect(decodingOf('string', '0361ff62')).toBe('a\ufffdb');
  });
});

describe('what is written', () => {
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
    ['uint8[]', {}, 'expected a list, found an object'],
    ['uint8[]', [1, 300], '[1]: 300 is not between 0 and 255'],
    ['uint8[2]', [1], 'expected 2 elements, found 1'],
    ['choice', ['uint16', 1], 'the variant has no type "uint16"'],
    ['choice', 1, 'expected a variant like ["type", value]'],
    ['choice', ['uint8', 300], '[1]: 300 is not between 0 and 255'],
    ['derived', { id: 1, note: 5 }, 'note: expected a string, found a number'],
    ['derived', [], 'expected an object, found a list'],
    ['tree', { branches: [{ branches: [{}] }] }, 'branches[0].branches[0]: missing field "branches"'],
    ['chicken', 1, 'the type "egg" goes in circles'],
    ['ouroboros', {}, 'the type "ouroboros" is its own base'],
    ['orphan', {}, 'the ABI has no type "nobody"'],
    ['unheard', 1, 'the ABI has no type "unheard"'],
    ['polluter', {}, 'the ABI has a field that no JSON object can hold'],
  ] as [string, Json, string][])('as %s is not %j', (type, value, reason) => {
    expect(() => encodeType(TOKEN, type, value)).toThrow(new ValueError(reason));
  });

  it('as bool may be true and false', () => {
    expect(encodingOf('bool', true) + encodingOf('bool', false)).toBe('0100');
  });

  it('may leave optional members out', () => {
    expect(encodingOf('derived', { id: 1 })).toBe(encodingOf('derived', { id: 1, note: null }));
  });
});

describe('members made later ($)', () => {
  it.each([
    ['01', { id: 1 }],
    ['0102', { id: 1, since: 2 }],
    ['010200', { id: 1, since: 2, until: null }],
    ['01020103', { id: 1, since: 2, until: 3 }],
  ])('%s is %j', (hex, value) => {
    expect(decodingOf('grown', hex)).toEqual(value);
    expect(encodingOf('grown', value)).toBe(hex);
  });

  it('cannot follow a missing one', () => {
    expect(() => encodeType(TOKEN, 'grown', { id: 1, until: 3 })).toThrow(
      'missing field "since" before "until"',
    );
  });
});

describe('bytes made to cost much', () => {
  const nested = (levels: number): Json =>
    levels === 0 ? { branches: [] } : { branches: [nested(levels - 1)] };

  it('are refused below 32 levels', () => {
    expect(() => encodeType(TOKEN, 'tree', nested(40))).toThrow('nested more than 32 levels deep');
    expect(() => decodingOf('tree', `${'01'.repeat(40)}00`)).toThrow('nested more than 32 levels deep');
    expect(decodingOf('tree', encodingOf('tree', nested(10)))).toEqual(nested(10));
  });

  it('are refused with more than a million elements of nothing', () => {
    expect(() => decodingOf('nothing[]', 'ffffffff0f')).toThrow('more than 1048576 list elements');
    expect(() => decodingOf('nothing[][]', `02${'808040'.repeat(2)}`)).toThrow(
      'more than 1048576 list elements',
    );
    expect(decodingOf('nothing[]', '03')).toEqual([{}, {}, {}]);
  });

  it('are refused when they announce more than they hold', () => {
    expect(() => decodingOf('string', 'ffffffff0f')).toThrow('the data ends at byte 5');
    expect(() => decodingOf('uint8[]', 'ff7f01')).toThrow('[1]: the data ends at byte 3');
  });
});

describe('encodeAction and decodeAction', () => {
  it('make the bytes of a transfer and read them back', () => {
    const bytes = encodeAction(TOKEN, 'transfer', transfer);
    expect(bytesToHex(bytes)).toBe(
      '0000000000855c340000000000000e3d102700000000000004414243000000000268' + '69',
    );
    expect(decodeAction(TOKEN, 'transfer', bytes)).toEqual(transfer);
  });

  it('refuse unknown and missing members by name', () => {
    expect(() => encodeAction(TOKEN, 'transfer', { ...transfer, amout: 1 })).toThrow('unknown field "amout"');
    const { from, to, quantity } = transfer;
    expect(() => encodeAction(TOKEN, 'transfer', { from, to, quantity })).toThrow('missing field "memo"');
    expect(() => encodeAction(TOKEN, 'transfer', Object.create(transfer) as Json)).toThrow(
      'missing field "from"',
    );
    expect(() => encodeAction(TOKEN, 'transfer', { ...transfer, quantity: '1 abc' })).toThrow(
      'quantity: "1 abc" is not an asset like "1.0000 ABC"',
    );
  });

  it('refuse an action the ABI does not have', () => {
    expect(() => encodeAction(TOKEN, 'steal', {})).toThrow('the ABI has no action "steal"');
    expect(() => decodeAction(TOKEN, 'steal', new Uint8Array())).toThrow('the ABI has no action "steal"');
  });
});
