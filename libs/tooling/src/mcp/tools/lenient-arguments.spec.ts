import type { Schema } from '../../schema/schema';
import { lenientArguments } from './lenient-arguments';

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    flag: { type: 'boolean' },
    amount: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    list: { type: 'array', items: { type: 'string' } },
    parts: { type: 'array', items: { type: 'object', properties: { count: { type: 'integer' } } } },
    nested: {
      type: 'object',
      properties: { count: { type: 'integer' }, list: { type: 'array' } },
      required: ['count'],
    },
  },
  required: ['text'],
};

describe('lenientArguments', () => {
  it.each<[string, unknown, unknown]>([
    ['a whole number as text', { count: '12' }, { count: 12 }],
    ['a negative one', { count: '-3' }, { count: -3 }],
    ['a boolean as text', { flag: 'false' }, { flag: false }],
    ['an object as JSON text', { nested: '{"count":"1"}' }, { nested: { count: 1 } }],
    ['a list as JSON text', { list: '["a"]' }, { list: ['a'] }],
    [
      'a list in an object as JSON text',
      { nested: { count: 1, list: '["a"]' } },
      { nested: { count: 1, list: ['a'] } },
    ],
    [
      'an object of a list',
      { parts: ['{"count":"1"}', { count: '2' }, { count: 3 }, 4] },
      { parts: [{ count: 1 }, { count: 2 }, { count: 3 }, 4] },
    ],
    ['a list of objects as JSON text', { parts: '[{"count":"1"}]' }, { parts: [{ count: 1 }] }],
    ['all arguments as JSON text', '{"count":"1"}', { count: 1 }],
    ['null for what may be left out', { count: null, flag: null, text: 'x' }, { text: 'x' }],
    ['no arguments', undefined, {}],
    ['null arguments', null, {}],
  ])('lenientArguments undoes %s', (_what, args, expected) => {
    expect(lenientArguments(SCHEMA, args)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['text that looks like a number', { text: '12' }],
    ['an amount as text', { amount: '12' }],
    ['a fraction as text', { count: '1.5' }],
    ['a number in words', { count: '1e3' }],
    ['leading zeros', { count: '012' }],
    ['minus nothing', { count: '-0' }],
    ['space around it', { count: ' 1' }],
    ['a number no JSON number carries', { count: '9007199254740993' }],
    ['TRUE', { flag: 'TRUE' }],
    ['one for true', { flag: 1 }],
    ['null for what is required', { text: null }],
    ['a list where an object belongs', { nested: '[1]' }],
    ['JSON text of JSON text', { nested: '"{\\"count\\":1}"' }],
    ['broken JSON text', { nested: '{' }],
    ['unknown members', { other: '12', constructor: null }],
    ['a list of arguments', [1]],
  ])('lenientArguments leaves %s to the validation', (_what, args) => {
    expect(lenientArguments(SCHEMA, args)).toEqual(args);
  });

  it('lenientArguments keeps a member __proto__ a member', () => {
    const args = lenientArguments(SCHEMA, JSON.parse('{"__proto__":{"text":"x"}}'));
    expect(Object.keys(args as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });
});

describe('a JSON text in arguments that has a member twice', () => {
  const error = { kind: 'DUPLICATE_MEMBER', message: 'count: occurs more than once' };
  it('a JSON text in arguments that has a member twice is refused where it is all arguments', () => {
    expect(lenientArguments(SCHEMA, '{"count":1,"count":2}')).toMatchObject(error);
  });

  it('a JSON text in arguments that has a member twice is refused where it is one of them', () => {
    expect(lenientArguments(SCHEMA, { nested: '{"count":1,"\\u0063ount":2}' })).toMatchObject(error);
  });
});

describe('arguments that nothing is undone of', () => {
  it('arguments without a leniency to undo are passed on without a copy', () => {
    const args = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, index]));
    expect(lenientArguments(SCHEMA, args)).toBe(args);
  });
});
