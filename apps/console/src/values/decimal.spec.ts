import fc from 'fast-check';
import { bpsOf, type Decimal, decimalText, parseDecimal, productOf, rescaled, sumOf } from './decimal';

const decimal = (): fc.Arbitrary<Decimal> =>
  fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), decimals: fc.nat(12) });

describe('exact decimals', () => {
  it('a decimal is read back from its text', () => {
    fc.assert(
      fc.property(decimal(), (value) => {
        expect(parseDecimal(decimalText(value))).toEqual(value);
      }),
    );
  });

  it.each(['', '1.', '.5', '1e3', ' 1', '+1', '1,0', 'NaN', '--1'])('the text "%s" is no decimal', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('sums and products are those of the rational numbers', () => {
    fc.assert(
      fc.property(decimal(), decimal(), (one, other) => {
        const scaled = (value: Decimal, decimals: number) =>
          value.units * 10n ** BigInt(decimals - value.decimals);
        expect(scaled(sumOf(one, other), 12)).toBe(scaled(one, 12) + scaled(other, 12));
        const product = productOf(one, other);
        expect(scaled(product, 24)).toBe((scaled(one, 12) * scaled(other, 12)) / 1n);
      }),
    );
  });

  it('a share in basis points is the largest whole number that does not exceed it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        (whole, some) => {
          const part = some % (whole + 1n);
          const bps = BigInt(bpsOf({ units: part, decimals: 8 }, { units: whole, decimals: 8 }) ?? -1);
          expect(bps * whole <= part * 10_000n && (bps + 1n) * whole > part * 10_000n).toBe(true);
        },
      ),
    );
    expect(bpsOf({ units: 1n, decimals: 0 }, { units: 0n, decimals: 4 })).toBeUndefined();
  });

  it('fewer decimals round towards zero', () => {
    expect(decimalText(rescaled({ units: -199n, decimals: 2 }, 1))).toBe('-1.9');
    expect(decimalText(rescaled({ units: 5n, decimals: 0 }, 3))).toBe('5.000');
  });
});
