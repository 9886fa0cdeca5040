import { isWithinLoanToValue } from './loan-to-value';

const DECIMALS = { usdt: 8, cbtc: 8 };
const price = { units: 80_000_00000000n, updatedMs: 0 };

describe('the bound of the loan-to-value', () => {
  it.each([
    // 0.5 CBTC at 80000 are 40000 USDT, of which 4000 bps are 16000.
    [16_000_00000000n, 50_000_000n, true],
    [16_000_00000001n, 50_000_000n, false],
    [16_000_00000000n, 49_999_999n, false],
    [1n, 0n, false],
    [0n, 0n, true],
  ])('debt of %s with collateral of %s is within 4000 bps: %s', (debt, collateral, expected) => {
    expect(isWithinLoanToValue({ debt, collateral, price }, 4000, DECIMALS)).toBe(expected);
  });
});
