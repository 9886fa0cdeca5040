import { developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import { largestDebt, liquidationPrice, smallestCollateral } from './loan-limits';

const profile = readProfile(developmentProfileFile());
/** The contract's own comparison: units of 8 decimals throughout. */
const isAtOrAbove = (debt: bigint, collateral: bigint, price: bigint, bps: bigint): boolean =>
  debt > 0n && debt * 10_000n * 10n ** 8n >= bps * collateral * price;
const isSafe = (debt: bigint, collateral: bigint, price: bigint) =>
  !isAtOrAbove(debt, collateral, price, 7000n);

const units = fc.bigInt({ min: 1n, max: 2n ** 62n });
const collaterals = fc.bigInt({ min: 1n, max: 21_000_000n * 10n ** 8n });
const prices = fc.bigInt({ min: 1n, max: 10n ** 17n });

describe('the limits of a loan', () => {
  it('the limits of a loan are a debt that is safe, and one unit more is not', () => {
    fc.assert(
      fc.property(collaterals, prices, (collateral, price) => {
        const debt = largestDebt({ collateral, price }, profile);
        expect(isSafe(debt, collateral, price)).toBe(true);
        expect(isSafe(debt + 1n, collateral, price)).toBe(false);
      }),
    );
    expect(largestDebt({ collateral: 0n, price: 1n }, profile)).toBe(0n);
  });

  it('the limits of a loan are a collateral that is enough, and one unit less is not', () => {
    fc.assert(
      fc.property(units, prices, (debt, price) => {
        const collateral = smallestCollateral({ debt, price }, profile)!;
        expect(isSafe(debt, collateral, price)).toBe(true);
        expect(isSafe(debt, collateral - 1n, price)).toBe(false);
      }),
    );
    expect(smallestCollateral({ debt: 0n, price: 1n }, profile)).toBe(0n);
    expect(smallestCollateral({ debt: 1n, price: 0n }, profile)).toBeUndefined();
  });

  it('the limits of a loan are a price at which a loan is liquidated, and one unit above it is not', () => {
    fc.assert(
      fc.property(units, collaterals, (debt, collateral) => {
        const price = liquidationPrice({ debt, collateral }, profile)!;
        expect(isAtOrAbove(debt, collateral, price, 8000n)).toBe(true);
        expect(isAtOrAbove(debt, collateral, price + 1n, 8000n)).toBe(false);
      }),
    );
    expect(liquidationPrice({ debt: 0n, collateral: 1n }, profile)).toBeUndefined();
    expect(liquidationPrice({ debt: 1n, collateral: 0n }, profile)).toBeUndefined();
  });
});
