import { expressionOf, holds, isSingleValue } from './member-expression';

const isMet = (text: string, values: readonly string[], hasBlanks = false): boolean =>
  holds(expressionOf('member', text, hasBlanks), values);

test.each([
  ['a', ['a'], true],
  ['a', ['b', 'a'], true],
  ['a', [], false],
  ['a,b', ['b'], true],
  ['a, b', ['c'], false],
  ['!a', ['b'], true],
  ['!a', [], true],
  ['!a', ['b', 'a'], false],
  ['!a,!b', ['b'], false],
  ['a,!b', ['a', 'b'], false],
  ['a,!b', ['a', 'c'], true],
  ['a b', ['a', 'b', 'c'], true],
  ['a b', ['a'], false],
  ['a b,c', ['c'], true],
])('the expression %j over the values %j is %s', (text, values, expected) => {
  expect(isMet(text, values)).toBe(expected);
});

test('blanks of an expression are part of a text where the member may have them', () => {
  expect(isMet('hello world', ['hello world'], true)).toBe(true);
  expect(isMet('hello world', ['hello', 'world'], true)).toBe(false);
});

test('numbers of an expression are equal whatever zeros their decimals end with, and by every digit', () => {
  expect(isMet('1.50', ['1.5'])).toBe(true);
  expect(isMet('2', ['2.000'])).toBe(true);
  expect(isMet('0.000000000000000001', ['0.000000000000000002'])).toBe(false);
  expect(isMet('18446744073709551615', ['18446744073709551614'])).toBe(false);
});

test('an expression of one value without exclusion may use an index', () => {
  const isSingle = (text: string): boolean => isSingleValue(expressionOf('member', text, false));
  expect(['a', '!a', 'a,b', 'a b', ''].map(isSingle)).toEqual([true, false, false, false, false]);
});

test('an expression holds its values in the form in which they are compared', () => {
  expect(expressionOf('member', '1.50,!2.000', false)).toMatchObject({ anyOf: [['1.5']], noneOf: ['2'] });
});

test.each([
  ['17 alternatives', Array.from({ length: 17 }, (_, index) => String(index)).join(',')],
  ['17 values that are all there', Array.from({ length: 17 }, (_, index) => String(index)).join(' ')],
  ['a value of 257 characters', 'a'.repeat(257)],
  ['an excluded value of 257 characters', `!${'a'.repeat(257)}`],
])('an expression refuses %s by the name of the member', (_what, text) => {
  expect(() => expressionOf('act.data.memo', text, false)).toThrow(/^act\.data\.memo: .*at most (16|256)/);
});
