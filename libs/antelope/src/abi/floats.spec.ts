import fc from 'fast-check';
import { formatFloat } from './floats';

describe('floats', () => {
  it('formatFloat is toFixed(17) wherever the 17 decimals are exact or the next one decides', () => {
    const doubles = fc.double({ noNaN: true, min: -1e20, max: 1e20, noDefaultInfinity: true });
    fc.assert(
      fc.property(doubles, (value) => {
        // ties end in a 5 at the 18th decimal and nothing behind: multiples of 2^-18
        fc.pre(!Number.isInteger(value * 2 ** 18) || Number.isInteger(value * 2 ** 17));
        const expected = value.toFixed(17);
        expect(formatFloat(value)).toBe(value === 0 && Object.is(value, -0) ? `-${expected}` : expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('formatFloat reads back as the number when there is room for its digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(Math.abs(value) >= 1);
        expect(Number(formatFloat(value))).toBe(value);
      }),
    );
  });

  it.each([
    [0, '0.00000000000000000'],
    [-0, '-0.00000000000000000'],
    [0.1, '0.10000000000000001'],
    [2 ** -18, '0.00000381469726562'],
    [3 * 2 ** -18, '0.00001144409179688'],
    [1e22, '10000000000000000000000.00000000000000000'],
    [-1e22, '-10000000000000000000000.00000000000000000'],
    [5e-324, '0.00000000000000000'],
    [Infinity, 'inf'],
    [-Infinity, '-inf'],
    [NaN, 'nan'],
  ])('formatFloat of %p is %s', (value, text) => {
    expect(formatFloat(value)).toBe(text);
  });
});
