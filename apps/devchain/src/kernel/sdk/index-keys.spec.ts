import fc from 'fast-check';
import { bytesKey, float128FromKey, float128Key, float64FromKey, float64Key } from './index-keys';

describe('index keys', () => {
  const number = fc.double({ noNaN: true });

  it('keys of an index order doubles as numbers are ordered', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(Math.sign(Number(float64Key(left) - float64Key(right)))).toBe(
          Math.sign(left < right ? -1 : Number(left > right)),
        );
      }),
    );
  });

  it('keys of an index convert back to the same double, zero without its sign', () => {
    fc.assert(
      fc.property(number, (value) => {
        expect(float64FromKey(float64Key(value))).toBe(value + 0);
      }),
    );
    expect(() => float64Key(NaN)).toThrow('NaN is not an allowed value for a secondary key');
  });

  it('keys of an index order float128 values by sign and magnitude', () => {
    const sign = 1n << 127n;
    const magnitude = fc.bigInt({ min: 1n, max: sign - 1n });
    fc.assert(
      fc.property(magnitude, magnitude, (left, right) => {
        fc.pre(left < right);
        expect(float128Key(left) < float128Key(right)).toBe(true);
        expect(float128Key(sign | right) < float128Key(sign | left)).toBe(true);
        expect(float128Key(sign | left) < float128Key(left)).toBe(true);
        expect([left, sign | right].map((bits) => float128FromKey(float128Key(bits)))).toEqual([
          left,
          sign | right,
        ]);
      }),
    );
  });

  it('keys of an index order bytes from the first byte on', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hash, hash, (left, right) => {
        expect(Math.sign(Number(bytesKey(left) - bytesKey(right)))).toBe(
          Math.sign(Buffer.compare(left, right)),
        );
      }),
    );
  });
});
