import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import { ltvBps, minimumLoan } from './loan-to-value';

const profile = readProfile(developmentProfileFile());
const { tokens } = profile.entries();
/** A chain that keeps USDT with fewer decimals. */
const coarse = new ContractProfile('x.yaml', {
  ...profile.entries(),
  tokens: { ...tokens, USDT: { ...tokens.USDT, precision: 4 } },
});
const USDT = 100_000_000n;
const BTC = 100_000_000n;
const USD = 100_000_000n;

describe('loan to value', () => {
  it.each([
    ['half', 40_000n * USDT, BTC, 80_000n * USD, 5000n],
    ['exactly 70 %', 56_000n * USDT, BTC, 80_000n * USD, 7000n],
    ['a unit above 70 %', 56_000n * USDT + 1n, BTC, 80_000n * USD, 7001n],
    ['more than all', 100_000n * USDT, BTC, 80_000n * USD, 12_500n],
    ['nothing owed', 0n, 0n, 80_000n * USD, 0n],
    ['nothing to hold it against', 1n, 0n, 80_000n * USD, null],
  ])('loan to value of %s', (_, debt, collateral, price, bps) => {
    expect(ltvBps({ debt, collateral, price }, profile)).toBe(bps);
  });

  it('loan to value counts in whole tokens, whatever the decimals of each', () => {
    const position = { debt: 40_000n * 10_000n, collateral: BTC, price: 80_000n * USD };
    expect(ltvBps(position, coarse)).toBe(5000n);
  });

  it('loan to value is the smallest whole number of basis points that covers the debt', () => {
    const units = fc.bigInt({ min: 1n, max: 1n << 61n });
    fc.assert(
      fc.property(units, units, units, (debt, collateral, price) => {
        const bps = ltvBps({ debt, collateral, price }, profile) ?? 0n;
        const covers = (limit: bigint) => limit * collateral * price >= debt * 10_000n * 10n ** 8n;
        expect(covers(bps)).toBe(true);
        expect(covers(bps - 1n)).toBe(false);
      }),
    );
  });
});

describe('the smallest loan', () => {
  it.each([
    [80_000n * USD, 80n * USDT],
    [8_000_012_345_678n, 8_000_012_346n],
    [1n, 1n],
  ])('the smallest loan at a price of %s units is %s units', (price, units) => {
    expect(minimumLoan(price, profile)).toBe(units);
  });

  it('the smallest loan is rounded up to what the token can say', () => {
    expect(minimumLoan(8_000_012_345_678n, coarse)).toBe(800_002n);
  });
});
