import fc from 'fast-check';
import { numberOfDecimal, numberOfInteger } from './exact-number';

const DECIMAL = fc
  .tuple(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, precision]) => {
    const digits = String(units < 0n ? -units : units).padStart(precision + 1, '0');
    const whole = digits.slice(0, digits.length - precision);
    const sign = units < 0n ? '-' : '';
    return precision === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-precision)}`;
  });

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

describe('exact JSON numbers', () => {
  it('numberOfDecimal prints every digit of an asset with up to 18 decimals', () => {
    fc.assert(
      fc.property(DECIMAL, (text) => {
        const printed = JSON.stringify(numberOfDecimal(text));
        // Small doubles print with an exponent: equal values, then.
        if (/e/.test(printed)) expect(Number(printed)).toBe(Number(text));
        else expect(printed).toBe(withoutZeros(text) === '-0' ? '0' : withoutZeros(text));
      }),
    );
  });

  it.each([
    ['1.0000', '1'],
    ['0.00000001', '0.00000001'],
    ['100', '100'],
    ['123456789012.12345678', '123456789012.12345678'],
  ])('numberOfDecimal(%s) prints %s', (text, expected) => {
    expect(JSON.stringify(numberOfDecimal(text))).toBe(expected);
  });

  it('numberOfInteger prints every digit of a 64-bit integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
        expect(JSON.stringify(numberOfInteger(value))).toBe(String(value));
      }),
    );
  });
});
