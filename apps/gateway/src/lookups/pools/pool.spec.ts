import { debtOf, poolAt, type TouchedPool } from './pool';

const YEAR_MS = 365 * 24 * 3600 * 1000;
const BOOKS = {
  ...{ outstanding: 1000n, debtShares: 1_000_000n, remainder: 0n },
  ...{ aprBps: 1000n, updatedAtMs: 60_000 },
};
const touched = ({ outstanding, ...interest }: typeof BOOKS): TouchedPool => ({
  ...{ poolId: 6, available: 500n, outstandingWhenTouched: outstanding, shares: undefined, interest },
});
const after = (ms: number, change: Partial<typeof BOOKS> = {}) =>
  poolAt(touched({ ...BOOKS, ...change }), 60_000 + ms);
const at = (afterMs: number, change: Partial<typeof BOOKS> = {}, shares = 1_000_000n) =>
  debtOf(after(afterMs, change), shares);

describe('poolAt', () => {
  it('poolAt adds the interest to the debt of the borrowers, and to nothing else', () => {
    const { outstanding, available, debts } = after(YEAR_MS);
    expect({ outstanding, available, debts }).toEqual({
      ...{ outstanding: 1100n, available: 500n },
      debts: { aprBps: 1000n, bearing: 1000n, shares: 1_000_000n },
    });
  });

  it('poolAt is the pool as it was written where the contract does not say the interest', () => {
    const { outstanding, debts } = poolAt({ ...touched(BOOKS), interest: undefined }, YEAR_MS);
    expect({ outstanding, debts }).toEqual({ outstanding: 1000n, debts: undefined });
  });
});

describe('accrued debt', () => {
  it.each([
    ['at once', 0, 1000n],
    ['after a year at 10 %', YEAR_MS, 1100n],
    ['a second before a unit is full', YEAR_MS / 100 - 1000, 1000n],
    ['when a unit is full', YEAR_MS / 100, 1001n],
    ['before the pool was written', -YEAR_MS, 1000n],
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

  it('accrued debt is not known when the pool has fewer debt shares than the borrower, or does not say them', () => {
    expect(debtOf(poolAt({ ...touched(BOOKS), interest: undefined }, 0), 0n)).toBeUndefined();
    expect(at(0, { debtShares: 1n }, 2n)).toBeUndefined();
    expect(at(0, { debtShares: 0n, outstanding: 0n }, 2n)).toBeUndefined();
    expect(at(0, { debtShares: 0n, outstanding: 0n }, 0n)).toBe(0n);
  });
});
