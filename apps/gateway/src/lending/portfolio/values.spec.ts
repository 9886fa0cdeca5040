import fc from 'fast-check';
import { distanceBps, interestPerDay, oracleRate, sumOf, valueInUsdt } from './values';

const units = fc.bigInt({ min: 0n, max: (1n << 62n) - 1n });
const decimals = fc.integer({ min: 0, max: 18 });

describe('values of a portfolio', () => {
  it.each([
    [
      'BTC at the price of the oracle',
      { units: 12_345_678n, decimals: 8 },
      [oracleRate(79_999_12345678n)],
      8,
      987_643_418_479n,
    ],
    [
      'a token at the price of a token',
      { units: 70_000n, decimals: 4 },
      [{ units: 8500n, decimals: 10 }, oracleRate(80_000_00000000n)],
      8,
      47_600_000n,
    ],
    ['USDT as it is', { units: 5n, decimals: 8 }, [], 8, 5n],
    ['less than a unit rounded down', { units: 1n, decimals: 8 }, [oracleRate(99_999_999n)], 8, 0n],
  ])('the value of %s is exact', (_, amount, prices, usdt, value) => {
    expect(valueInUsdt(amount, prices, usdt)).toBe(value);
  });

  it('a value is the exact product less than one unit ago', () => {
    fc.assert(
      fc.property(units, decimals, units, decimals, decimals, (amount, ofAmount, price, ofPrice, usdt) => {
        const value = valueInUsdt(
          { units: amount, decimals: ofAmount },
          [{ units: price, decimals: ofPrice }],
          usdt,
        );
        const exact = amount * price * 10n ** BigInt(usdt);
        const scale = 10n ** BigInt(ofAmount + ofPrice);
        expect(value * scale <= exact && exact < (value + 1n) * scale).toBe(true);
      }),
    );
  });

  it('the interest of a day is a 365th of the interest of a year, rounded for the side that is named', () => {
    expect(interestPerDay(36_500_000n, 225n, 'down')).toBe(2250n);
    fc.assert(
      fc.property(units, fc.bigInt({ min: 0n, max: 65_535n }), (amount, apr) => {
        const [down, up] = [interestPerDay(amount, apr, 'down'), interestPerDay(amount, apr, 'up')];
        expect(down * 3_650_000n <= amount * apr && amount * apr <= up * 3_650_000n).toBe(true);
        expect(up - down <= 1n).toBe(true);
      }),
    );
  });

  it('the distance to a price is the part that the price may lose, and never more than that', () => {
    expect(distanceBps(80_000n, 25_000n)).toBe(6875n);
    expect(distanceBps(25_000n, 25_000n)).toBe(0n);
    expect(distanceBps(24_999n, 25_000n)).toBe(0n);
    expect(distanceBps(25_001n, 25_000n)).toBe(0n);
    fc.assert(
      fc.property(units, units, (price, limit) => {
        const distance = distanceBps(price, limit);
        if (price > limit) expect(price * (10_000n - distance) >= limit * 10_000n).toBe(true);
        else expect(distance).toBe(0n);
      }),
    );
  });

  it('a sum of which a part has no value is not known, and names the part', () => {
    const parts = [
      { name: 'BTC', value: 1n },
      { name: 'NATIVE', value: null },
    ];
    expect(sumOf(parts)).toEqual({ sum: null, unknown: ['NATIVE'] });
    expect(sumOf(parts.slice(0, 1))).toEqual({ sum: 1n, unknown: [] });
  });
});
