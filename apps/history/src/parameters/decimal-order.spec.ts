import fc from 'fast-check';
import { decimalOrder } from './decimal-order';

test.each([
  ['18446744073709551615', '18446744073709551614', 1],
  ['0.100000000000000001', '0.1', 1],
  ['-0.5', '-0.25', -1],
  ['1.50', '1.5', 0],
  ['-3', '2', -1],
])('decimalOrder(%s, %s) compares every digit', (left, right, order) => {
  expect(decimalOrder(left, right)).toBe(order);
});

test.each([
  ['abc', '1'],
  ['1', ''],
  ['1.', '1'],
  ['9'.repeat(513), '1'],
])(
  'decimalOrder(%j, %j) is undefined: they are not both numbers of at most 512 characters',
  (left, right) => {
    expect(decimalOrder(left, right)).toBeUndefined();
  },
);

test('decimalOrder compares integers as bigints', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
      expect(decimalOrder(String(left), String(right))).toBe(left < right ? -1 : left > right ? 1 : 0);
    }),
  );
});
