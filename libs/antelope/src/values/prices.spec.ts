import fc from 'fast-check';
import { formatPrice, parsePrice, quoteUnitsOf } from './prices';

describe('prices', () => {
  it('parsePrice and formatPrice keep the ten decimals of a nativebtc price', () => {
    expect(parsePrice('0.0000000100', 10)).toBe(100n);
    expect(parsePrice(1e-10, 10)).toBe(1n);
    expect(formatPrice(100n, 10)).toBe('0.0000000100');
  });

  it('parsePrice and formatPrice refuse an eleventh, zero and negative prices', () => {
    expect(() => parsePrice('0.00000000001', 10)).toThrow(
      '"0.00000000001" has 11 decimals; the price has 10',
    );
    expect(() => parsePrice('0', 8)).toThrow('must be greater than zero');
    expect(() => parsePrice(-1, 8)).toThrow('"-1" is negative');
  });

  it('parsePrice and formatPrice refuse a price above the maximum and name the maximum', () => {
    expect(() => parsePrice('46116860184.27387904', 8)).toThrow(
      /^"46116860184.27387904" is above the maximum of 46116860184.27387903$/,
    );
  });

  it('parsePrice and formatPrice give every price back from its own text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 60n }), fc.constantFrom(8, 10), (units, decimals) => {
        expect(parsePrice(formatPrice(units, decimals), decimals)).toBe(units);
      }),
    );
  });
});

describe('units of the quote', () => {
  const amounts = fc.bigInt({ min: 0n, max: 1n << 62n });
  const small = fc.integer({ min: 0, max: 10 });

  it('quoteUnitsOf is amount x price, rounded up and rounded down to whole units', () => {
    fc.assert(
      fc.property(
        amounts,
        small,
        amounts,
        small,
        small,
        (amount, amountPrecision, price, decimals, precision) => {
          // amount/10^a x price/10^d, compared as fractions: both sides times 10^(a + d + q)
          const exact = amount * price * 10n ** BigInt(precision);
          const unit = 10n ** BigInt(amountPrecision + decimals);
          const floor = quoteUnitsOf(amount, amountPrecision, price, decimals, precision, 'floor');
          const ceil = quoteUnitsOf(amount, amountPrecision, price, decimals, precision, 'ceil');
          expect(floor * unit <= exact && exact < (floor + 1n) * unit).toBe(true);
          expect(ceil * unit >= exact && (ceil - 1n) * unit < exact).toBe(true);
        },
      ),
    );
  });

  it('quoteUnitsOf the smallest amount is one unit rounded up and none rounded down', () => {
    expect(quoteUnitsOf(1n, 4, 1n, 10, 8, 'ceil')).toBe(1n);
    expect(quoteUnitsOf(1n, 4, 1n, 10, 8, 'floor')).toBe(0n);
    expect(quoteUnitsOf(0n, 4, 1n, 10, 8, 'ceil')).toBe(0n);
  });

  it('quoteUnitsOf 0.00010000 BTC at 80000 USDT is 8 USDT', () => {
    expect(quoteUnitsOf(10_000n, 8, 8_000_000_000_000n, 8, 8, 'ceil')).toBe(800_000_000n);
  });

  it('quoteUnitsOf refuses negative orders', () => {
    expect(() => quoteUnitsOf(-1n, 4, 1n, 10, 8, 'ceil')).toThrow('must not be negative');
    expect(() => quoteUnitsOf(1n, 4, -1n, 10, 8, 'floor')).toThrow('must not be negative');
  });
});
