import fc from 'fast-check';
import { borrowRate, isAtOrAbove, liquidationPrice, lossAt, ltvBps, pointAfter } from './rates';

const CURVE = { base_apr_bps: 100, kink_utilization_bps: 8_000, kink_apr_bps: 600, max_apr_bps: 2_000 };
const units = (most: bigint) => fc.bigInt({ min: 1n, max: most });

describe('rates and loans', () => {
  // Recorded answers of get_pool_stats.
  it.each([
    ['100000.00000000', '0.00000000', 100],
    ['0.00000000', '295260.19206284', 2_000],
    ['874034.48193547', '177244.99396975', 206],
  ])('a pool with %s available and %s lent out has a rate of %d bps', (available, outstanding, rate) => {
    const asUnits = (text: string) => BigInt(text.replace('.', ''));
    expect(borrowRate({ available: asUnits(available), outstanding: asUnits(outstanding) }, CURVE)).toBe(
      rate,
    );
  });

  it('a pool has the rate of another curve where the chain has one', () => {
    const pool = { available: 62_876_175_716_032n, outstanding: 23_751_777_730_707n };
    expect(borrowRate(pool, { ...CURVE, base_apr_bps: 150, kink_utilization_bps: 7_500 })).toBe(315);
  });

  it('the rate never falls when more is lent out, and stays on the curve', () => {
    fc.assert(
      fc.property(units(10n ** 18n), units(10n ** 18n), units(10n ** 18n), (available, outstanding, loan) => {
        const before = borrowRate({ available: available + loan, outstanding }, CURVE);
        const after = borrowRate({ available, outstanding: outstanding + loan }, CURVE);
        expect(before).toBeGreaterThanOrEqual(100);
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(2_000);
      }),
    );
  });

  it('the liquidation price is the highest one at which the loan is at the LTV of the liquidation', () => {
    fc.assert(
      fc.property(units(10n ** 14n), units(10n ** 11n), (debt, collateral) => {
        const price = liquidationPrice({ debt, collateral }, 8_000) ?? 0n;
        expect(isAtOrAbove({ debt, collateral, price }, 8_000)).toBe(true);
        expect(isAtOrAbove({ debt, collateral, price: price + 1n }, 8_000)).toBe(false);
      }),
    );
  });

  it('a loan is below a limit to the unit, also where its LTV in basis points is rounded up to it', () => {
    const loan = { debt: 70_000n, collateral: 10n ** 8n, price: 100_000n };
    expect(isAtOrAbove(loan, 7_000)).toBe(true);
    expect(ltvBps({ ...loan, debt: 69_999n })).toBe(7_000);
    expect(isAtOrAbove({ ...loan, debt: 69_999n }, 7_000)).toBe(false);
    expect(isAtOrAbove({ debt: 1n, collateral: 0n, price: 1n }, 7_000)).toBe(true);
    expect(isAtOrAbove({ debt: 0n, collateral: 0n, price: 1n }, 7_000)).toBe(false);
  });

  it('the recorded loan of dave has its LTV and its liquidation price', () => {
    const loan = { debt: 1_000_273_912_580n, collateral: 100_000_000n };
    expect(ltvBps({ ...loan, price: 8_128_488_837_646n })).toBe(1_231);
    expect(liquidationPrice(loan, 8_000)).toBe(1_250_342_390_725n);
    expect(liquidationPrice({ ...loan, debt: loan.debt + 1n }, 8_000)).toBe(1_250_342_390_726n);
  });

  it('a loss is the part of the debt that the collateral does not cover', () => {
    const loan = { debt: 1_000n * 10n ** 8n, collateral: 10n ** 8n };
    expect(lossAt({ ...loan, price: 1_000n * 10n ** 8n })).toBe(0n);
    expect(lossAt({ ...loan, price: 900n * 10n ** 8n })).toBe(100n * 10n ** 8n);
  });

  it('a loan without collateral has no LTV and no liquidation price', () => {
    expect(ltvBps({ debt: 1n, collateral: 0n, price: 1n })).toBeUndefined();
    expect(liquidationPrice({ debt: 1n, collateral: 0n }, 8_000)).toBeUndefined();
  });
});

describe('the point of a pool after a loan', () => {
  const curve = { base_apr_bps: 200, kink_utilization_bps: 8_000, kink_apr_bps: 1_000, max_apr_bps: 5_000 };
  const pool = { available: 600n, outstanding: 400n };
  it.each([
    [0n, { utilization_bps: 4_000, borrow_apr_bps: 600 }],
    [400n, { utilization_bps: 8_000, borrow_apr_bps: 1_000 }],
    [600n, { utilization_bps: 10_000, borrow_apr_bps: 5_000 }],
    [601n, undefined],
  ])('a loan of %d units leads to %j', (loan, point) => {
    expect(pointAfter(pool, loan, curve)).toEqual(point);
  });

  it('an empty pool has no point', () => {
    expect(pointAfter({ available: 0n, outstanding: 0n }, 0n, curve)).toBeUndefined();
  });
});
