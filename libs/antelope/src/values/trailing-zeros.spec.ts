import { withoutTrailingZeros } from './trailing-zeros';

test.each([
  ['1.50', '1.5'],
  ['2.000', '2'],
  ['-0.10', '-0.1'],
  ['100', '100'],
  ['0.0', '0'],
  ['.0', ''],
  ['', ''],
])('withoutTrailingZeros(%j) is %j', (text, expected) => {
  expect(withoutTrailingZeros(text)).toBe(expected);
});

test('withoutTrailingZeros ends for a text of two million zeros that do not stand at its end', () => {
  const text = `1.${'0'.repeat(2_000_000)}1`;
  expect(withoutTrailingZeros(text)).toBe(text);
});
