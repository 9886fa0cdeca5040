import { accruedDebt, type DebtAccounting } from './accrued-debt';

const YEAR_MS = 365 * 24 * 3600 * 1000;
const books: DebtAccounting = {
  outstanding: 1000n,
  aprBps: 1000n,
  shares: 1_000_000n,
  remainder: 0n,
  updatedAtMs: 60_000,
};
const at = (afterMs: number, change: Partial<DebtAccounting> = {}, shares = 1_000_000n) =>
  accruedDebt({ ...books, ...change }, shares, 60_000 + afterMs);

describe('accrued debt', () => {
  it.each([
    ['at once', 0, 1000n],
    ['after a year at 10 %', YEAR_MS, 1100n],
    ['a second before a unit is full', YEAR_MS / 100 - 1000, 1000n],
    ['when a unit is full', YEAR_MS / 100, 1001n],
    ['before the books were written', -YEAR_MS, 1000n],
  ])('accrued debt is the debt with its interest %s', (_, afterMs, owed) => {
    expect(at(afterMs)).toBe(owed);
  });

  it('accrued debt grows by whole seconds of the chain', () => {
    const rate = { outstanding: 10n ** 15n };
    expect(at(999, rate)).toBe(10n ** 15n);
    expect(at(500, { ...rate, updatedAtMs: 60_999 })).toBe(10n ** 15n);
    expect(at(1000, rate)! > 10n ** 15n).toBe(true);
  });

  it('accrued debt counts the part of a unit that was carried on', () => {
    const almostOne = 10_000n * 365n * 24n * 3600n - 1n;
    expect(at(1000, { remainder: almostOne })).toBe(1001n);
    expect(at(1000, { remainder: 0n })).toBe(1000n);
  });

  it('accrued debt is the part that the debt shares are, rounded up', () => {
    expect(at(0, {}, 500_000n)).toBe(500n);
    expect(at(0, {}, 500_001n)).toBe(501n);
    expect(at(0, {}, 0n)).toBe(0n);
  });

  it('accrued debt is not known when the books have fewer shares than the borrower', () => {
    expect(at(0, { shares: 1n }, 2n)).toBeUndefined();
    expect(at(0, { shares: 0n, outstanding: 0n }, 2n)).toBeUndefined();
    expect(at(0, { shares: 0n, outstanding: 0n }, 0n)).toBe(0n);
  });
});
