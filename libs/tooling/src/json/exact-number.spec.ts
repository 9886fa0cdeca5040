import fc from 'fast-check';
import { isExactNumber } from './exact-number';

describe('isExactNumber', () => {
  it.each([
    ...[
      '0',
      '-0',
      '0.0',
      '0e5',
      '1',
      '-1.5',
      '1.50',
      '0.10000000000000000000',
      '100000000000000000000',
      '1E2',
    ],
    ...['1e-8', '1E-8', '0.1e1', '10e-1', '0.00000001', '5e-324', '9007199254740991', '0.30000000000000004'],
    ...['1.7976931348623157e308', '0.000000000000000000000000000001'],
  ])('isExactNumber accepts %s', (text) => {
    expect(isExactNumber(text)).toBe(true);
  });

  it.each([
    ...['0.12345678000000000000001', '9007199254740993', '-9007199254740993', '1e400', '-1e400', '1e-400'],
    ...['0.1000000000000000055511151231257827', '1.00000000000000000001', '100000000000000000001', '3e-324'],
    ...[`1e-${'9'.repeat(5_000)}`, `1.${'0'.repeat(5_000)}1`, '1152921504606846977', '123456789012345678'],
  ])('isExactNumber refuses %s', (text) => {
    expect(isExactNumber(text)).toBe(false);
  });

  const double = fc.double({ noNaN: true, noDefaultInfinity: true });

  it('isExactNumber accepts every double in the texts that JSON writers give it', () => {
    fc.assert(
      fc.property(double, (value) => {
        const text = JSON.stringify(value);
        expect([text, isExactNumber(text)]).toEqual([text, true]);
        expect(isExactNumber(value.toExponential())).toBe(true);
        const zeros = /e/.test(text) ? text : `${text}${text.includes('.') ? '' : '.'}000`;
        expect(isExactNumber(zeros)).toBe(true);
      }),
    );
  });

  it('isExactNumber refuses every text whose digits go beyond those of its double', () => {
    fc.assert(
      fc.property(double, fc.integer({ min: 1, max: 9 }), (value, digit) => {
        const [mantissa = '', exponent = ''] = value.toExponential(25).split('e');
        // 26 digits are more than the shortest form ever has; the last one is changed to a digit other than zero.
        const text = `${mantissa.slice(0, -1)}${digit}e${exponent}`;
        fc.pre(Number(text) === value);
        expect([text, isExactNumber(text)]).toEqual([text, false]);
      }),
    );
  });
});
