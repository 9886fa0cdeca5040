import fc from 'fast-check';
import {
  isAtOrAbove,
  isSafe,
  liquidationSale,
  LIQUIDATION_LTV_BPS,
  minimumLoan,
  valueOfCollateral,
  WARNING_LTV_BPS,
} from './collateral';

const debt = fc.bigInt({ min: 1n, max: 1n << 55n });
const collateral = fc.bigInt({ min: 0n, max: 21_000_000n * 10n ** 8n });
const price = fc.bigInt({ min: 1n, max: 10n ** 15n });
const position = fc.record({ debt, collateral, price });
const BTC = 10n ** 8n;
const USD = 10n ** 8n;

/** A second implementation of the division: it shares no code with the rounding under test. */
function plainCeil(dividend: bigint, divisor: bigint): bigint {
  return dividend % divisor === 0n ? dividend / divisor : (dividend - (dividend % divisor)) / divisor + 1n;
}

describe('collateral rules', () => {
  it('isAtOrAbove is true exactly when debt / exact collateral value is at least the limit', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 20_000 }), (at, limit) => {
        // Both sides in 1e-16 USD and in ten-thousandths.
        const exactValue = at.collateral * at.price;
        expect(isAtOrAbove(at, limit)).toBe(at.debt * 10n ** 12n >= exactValue * BigInt(limit));
      }),
    );
  });

  it.each([
    [69_999n, false, false],
    [70_000n, true, false],
    [79_999n, true, false],
    [80_000n, true, true],
  ])('collateral of 100000 USD with a debt of %s: warning %s, at risk %s', (owed, isWarned, isAtRisk) => {
    const at = { debt: owed * USD, collateral: BTC, price: 100_000n * USD };
    expect(isAtOrAbove(at, WARNING_LTV_BPS)).toBe(isWarned);
    expect(isSafe(at)).toBe(!isWarned);
    expect(isAtOrAbove(at, LIQUIDATION_LTV_BPS)).toBe(isAtRisk);
  });

  it('an empty vault is above every limit with a debt, and safe without a debt', () => {
    expect(isSafe({ debt: 1n, collateral: 0n, price: USD })).toBe(false);
    expect(isSafe({ debt: 0n, collateral: 0n, price: USD })).toBe(true);
  });

  it('minimumLoan is the value of 0.001 BTC, rounded up', () => {
    fc.assert(fc.property(price, (at) => minimumLoan(at) === plainCeil(at * 100_000n, 100_000_000n)));
    expect(minimumLoan(60_000n * USD)).toBe(60n * USD);
    expect(minimumLoan(1n)).toBe(1n);
  });

  it('liquidationSale sells collateral for exactly the debt, or all of it when its value is lower', () => {
    fc.assert(
      fc.property(position, (at) => {
        const { sold, proceeds } = liquidationSale(at);
        const value = (at.collateral * at.price - ((at.collateral * at.price) % BTC)) / BTC;
        expect(proceeds).toBe(value < at.debt ? value : at.debt);
        expect(sold).toBe(value < at.debt ? at.collateral : plainCeil(at.debt * BTC, at.price));
        expect(sold).toBeLessThanOrEqual(at.collateral);
        expect(valueOfCollateral(sold, at.price)).toBeGreaterThanOrEqual(proceeds);
      }),
    );
  });
});
