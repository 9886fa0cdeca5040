import fc from 'fast-check';
import { DECIMAL_PATTERN, POSITIVE_DECIMAL_PATTERN, shortestDecimal } from './decimals';

describe('decimals of numbers', () => {
  it('shortestDecimal reads back as the same number, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = shortestDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('shortestDecimal is a decimal of our own pattern for whatever is not negative', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }), (value) => {
        expect(shortestDecimal(value)).toMatch(new RegExp(DECIMAL_PATTERN));
      }),
    );
  });

  it.each([
    [1e-8, '0.00000001'],
    [1.25e-7, '0.000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    [123.456, '123.456'],
    [-0, '0'],
    [-2.5e-9, '-0.0000000025'],
    [100, '100'],
  ])('shortestDecimal writes %p as %p', (value, text) => {
    expect(shortestDecimal(value)).toBe(text);
  });
});

describe('the pattern of positive decimals', () => {
  it('the pattern of positive decimals matches every decimal but zero', () => {
    const digits = fc.stringMatching(/^[0-9]{0,6}$/);
    const texts = fc
      .tuple(digits, fc.constantFrom('', '.'), digits)
      .map(([whole, point, fraction]) => whole + point + fraction);
    fc.assert(
      fc.property(texts, (text) => {
        const isPositive = new RegExp(DECIMAL_PATTERN).test(text) && /[1-9]/.test(text);
        expect(new RegExp(POSITIVE_DECIMAL_PATTERN).test(text)).toBe(isPositive);
      }),
    );
  });
});
