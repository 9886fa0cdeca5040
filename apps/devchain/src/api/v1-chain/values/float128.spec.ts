import fc from 'fast-check';
import { float128Key } from '../../../kernel/sdk/index-keys';
import { doubleFromFloat128, float128FromDouble } from './float128';

describe('128-bit floating-point numbers', () => {
  it('128-bit floating-point numbers hold random doubles exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(doubleFromFloat128(float128FromDouble(value))).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308, -0])(
    '128-bit floating-point numbers hold the double %p exactly',
    (value) => {
      expect(doubleFromFloat128(float128FromDouble(value))).toBe(value);
    },
  );

  it('128-bit floating-point numbers are ordered as the doubles are', () => {
    const doubles = fc.double({ noNaN: true });
    fc.assert(
      fc.property(doubles, doubles, (left, right) => {
        const [leftKey, rightKey] = [left, right].map((value) => float128Key(float128FromDouble(value)));
        expect(leftKey! < rightKey!).toBe(left < right || (Object.is(left, -0) && Object.is(right, 0)));
      }),
    );
  });

  it('128-bit floating-point numbers have the bits of IEEE 754', () => {
    expect(float128FromDouble(1).toString(16)).toBe(`3fff${'0'.repeat(28)}`);
    expect(float128FromDouble(-2.5).toString(16)).toBe(`c0004${'0'.repeat(27)}`);
    expect(float128FromDouble(5e-324).toString(16)).toBe(`3bcd${'0'.repeat(28)}`);
  });

  it('128-bit floating-point numbers round to the nearest double, halves to even', () => {
    const one = float128FromDouble(1);
    const half = 1n << 59n;
    expect(doubleFromFloat128(one + half)).toBe(1);
    expect(doubleFromFloat128(one + half + 1n)).toBe(1 + Number.EPSILON);
    expect(doubleFromFloat128(one + 3n * half)).toBe(1 + 2 * Number.EPSILON);
    expect(doubleFromFloat128(0x7ffen << 112n)).toBe(Infinity);
    expect(doubleFromFloat128(1n)).toBe(0);
  });
});
