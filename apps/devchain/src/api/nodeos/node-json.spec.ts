import type { Json } from '@app/antelope';
import fc from 'fast-check';
import { NodeJsonError, parseNodeJson } from './node-json';

const plainText = fc.string().filter((text) => !/["\\\p{Cc}]/u.test(text));
const decimal = fc.tuple(fc.integer(), fc.nat(999)).map(([whole, part]) => Number(`${whole}.${part}`));
const { value: plainValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    plainText,
    fc.maxSafeInteger(),
    decimal,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(plainText, tie('value')) as fc.Arbitrary<Json>,
  ),
}));

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);

describe('request bodies', () => {
  it('the reader of request bodies reads JSON without escapes or repeated names as JSON.parse does', () => {
    fc.assert(
      fc.property(plainValue, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseNodeJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('the reader of request bodies reads any text, or refuses it with its own error', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u00e4',
      'null',
      'tru',
      '-',
      '.',
      '1',
      'e5',
      ' ',
      '\n',
      'ä',
      '\u0004',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((all) => all.join('')),
        (text) => {
          try {
            parseNodeJson(text);
          } catch (error) {
            expect(error).toBeInstanceOf(NodeJsonError);
          }
        },
      ),
    );
  });

  it('the reader of request bodies keeps every 64-bit integer exact, wherever it stands', () => {
    const integers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(integers, (value) => {
        const parsed = parseNodeJson(`{"bound": ${value}, "list":[${value},${value}]}`) as {
          bound: unknown;
          list: unknown[];
        };
        expect([parsed.bound, ...parsed.list].map(String)).toEqual(Array(3).fill(String(value)));
      }),
    );
  });

  // Facts of fc::json's legacy parser, which nodeos reads bodies with.
  it.each<[text: string, read: unknown]>([
    ['{"a":1,"a":2}', { a: 1 }],
    ['{"a":1}trailing', { a: 1 }],
    ['{"a":1,}', { a: 1 }],
    ['{,,"a":1 "b":2}', { a: 1, b: 2 }],
    ['[1 2,,3,]', [1, 2, 3]],
    ['{"a":007}', { a: 7 }],
    ['{"a":-007}', { a: -7 }],
    ['"nosuch\\u0061cct"', 'nosuchu0061cct'],
    ['"\\b\\f\\/\\"\\\\"', 'bf/"\\'],
    ['"\\t\\r\\n"', '\t\r\n'],
    ['"two\nlines"', 'two\nlines'],
    ['[1e5, 1.5e3]', ['1e5', '1.5e3']],
    ['[.5, 5., -.5]', [0.5, 5, -0.5]],
    ['[nope, tru]', ['nope', 'tru']],
  ])('the reader of request bodies reads %s as nodeos does', (text, read) => {
    expect(parseNodeJson(text)).toEqual(read);
  });

  it('the reader of request bodies has members of any name, those of objects included', () => {
    const read = parseNodeJson('{"__proto__":{"code":"dex"},"constructor":1}') as Record<string, Json>;
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(read['code']).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '{nope',
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '[1',
    '"open',
    '"open\\',
    '"end of \u0004 transmission"',
    "'a'",
    '[falsey]',
    '-',
    '.',
    '-.',
    '1.2.3',
    '18446744073709551616',
    '-9223372036854775809',
    `1${'0'.repeat(100)}`,
  ])('the reader of request bodies refuses %j', (text) => {
    expect(() => parseNodeJson(text)).toThrow(NodeJsonError);
  });

  it('the reader of request bodies refuses a value shared by a hundred others, and no other', () => {
    expect(parseNodeJson(nested(100))).toHaveLength(1);
    expect(() => parseNodeJson(nested(100, '1'))).toThrow('Too many nested items in JSON input!');
    expect(() => parseNodeJson(nested(100_000))).toThrow('Too many nested items in JSON input!');
  });

  it('the reader of request bodies reads a number with very many zeros in front in time', () => {
    expect(parseNodeJson(`${'0'.repeat(1_000_000)}7`)).toBe(7);
  });
});
