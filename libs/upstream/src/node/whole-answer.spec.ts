import fc from 'fast-check';
import { isWholeAnswer } from './whole-answer';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isWhole = (text: string): boolean => isWholeAnswer(Buffer.from(text));
/** Objects and lists below a member that is no member of an error. */
const answer = fc
  .oneof(fc.object({ withNullPrototype: false }), fc.array(fc.jsonValue()))
  .map((value) => JSON.stringify({ rows: value }));

describe('isWholeAnswer', () => {
  it('isWholeAnswer is true for every object and list', () => {
    fc.assert(fc.property(answer, (text) => isWhole(text)));
    fc.assert(fc.property(answer, (text) => isWhole(JSON.stringify(JSON.parse(text), undefined, 2))));
  });

  it('isWholeAnswer is false for every object and list that lost its end', () => {
    fc.assert(
      fc.property(answer, fc.nat(), (text, random) => {
        const bytes = Buffer.from(text);
        return !isWholeAnswer(bytes.subarray(0, random % bytes.length));
      }),
    );
  });

  it('isWholeAnswer does not depend on the place of the bytes in their memory', () => {
    fc.assert(
      fc.property(answer, fc.nat({ max: 7 }), fc.nat(), (text, before, random) => {
        const memory = Buffer.from(`${'"'.repeat(before)}${text}"}]`);
        const bytes = memory.subarray(before, memory.length - 3);
        const part = bytes.subarray(0, random % bytes.length);
        return isWholeAnswer(bytes) && !isWholeAnswer(part);
      }),
    );
  });

  it('isWholeAnswer is false for a text of any length with a control character anywhere', () => {
    const control = fc.nat({ max: 0x1f }).map((code) => String.fromCharCode(code));
    const plain = fc.string({ unit: fc.constantFrom('a', '0', '~', 'é', '}'), maxLength: 20 });
    fc.assert(
      fc.property(plain, control, plain, (before, character, after) => {
        return isWhole(`["${before}${after}"]`) && !isWhole(`["${before}${character}${after}"]`);
      }),
    );
  });

  it('isWholeAnswer is true for nothing that JSON.parse refuses, after a random change of one byte', () => {
    const character = fc.constantFrom(...'{}[]:,"\\ -+.eE019truefalsn/ux\n');
    fc.assert(
      fc.property(answer, fc.nat(), fc.nat({ max: 2 }), character, (text, random, removed, added) => {
        const at = random % text.length;
        const changed = text.slice(0, at) + added + text.slice(at + removed);
        return !isWhole(changed) || isJson(changed);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a name without a value', '{"a"}'],
    ['a value without a name', '{1}'],
    ['a name that is no text', '{a:1}'],
    ['a comma before the end of an object', '{"a":1,}'],
    ['a comma before the end of a list', '[1,]'],
    ['a comma before the first item', '[,1]'],
    ['two values without a comma', '[1 2]'],
    ['brackets that do not match', '{"a":[1}]'],
    ['a list with a name', '["a":1]'],
    ['a zero before a number', '[01]'],
    ['a minus alone', '[-]'],
    ['a plus before a number', '[+1]'],
    ['a point without digits', '[1.]'],
    ['an exponent without digits', '[1e]'],
    ['half a word', '[tru]'],
    ['a word of letters of JSON', '[nulltrue]'],
    ['an escape that JSON does not have', '["\\x"]'],
    ['an escape with too few digits', '["\\u12"]'],
    ['the end of an object first', '}'],
    ['objects deeper than it counts', `${'['.repeat(600)}${']'.repeat(600)}`],
    ['nothing', ''],
    ['a text', '"x"'],
    ['HTML', '<html></html>'],
    ['HTML behind it', '{}<html>'],
    ['a second object', '{}{}'],
    ['a bracket too many', '{}}'],
    ['a word that is not of JSON', '{"a":x}'],
    ['a line break in a text', '{"a":"\n"}'],
    ['an end within a text', '{"a":"}'],
    ['an end behind a backslash', '{"a":"\\'],
    ['an error of nodeos', '{"message":"x","code":500,"error":{}}'],
    ['an error of Hyperion', '{"statusCode":500,"message":"x"}'],
    ['a member whose name is escaped', '{"c\\u006fde":500,"error":{}}'],
  ])('isWholeAnswer is false for %s', (_, text) => {
    expect(isWhole(text)).toBe(false);
  });

  it.each([
    '{"a":["}{][\\"\\\\"]}',
    ' {"a": [true, false, null, -1.5e+3, 0, 0.5, 10E-2, 7]}',
    '{"code2":"code","a":"\\u00e9\\/"}',
    '[]',
    '{"rows":[{"code":1}]}',
  ])('isWholeAnswer is true for %s', (text) => {
    expect(isWhole(text)).toBe(true);
  });
});
