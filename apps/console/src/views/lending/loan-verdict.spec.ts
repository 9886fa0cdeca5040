import { verdictOf } from './loan-verdict';

const UNIT = 10n ** 8n;
const price = 80_000n * UNIT;
/** 1 BTC, of which 70 % are 56,000 USDT. */
const asked = (debt: bigint, change: { collateral?: bigint; isStale?: boolean } = {}) => {
  const { collateral = UNIT, isStale = false } = change;
  return verdictOf({
    ...{ position: { debt, collateral, price }, available: 50_000n * UNIT, maxLtvBps: 7_000, isStale },
  });
};

describe('the verdict on a loan', () => {
  it.each([
    ['0 USDT is too small', 0n, 'too_small'],
    ['a unit less than the value of 0.001 BTC is too small', 80n * UNIT - 1n, 'too_small'],
    ['the value of 0.001 BTC can be lent', 80n * UNIT, 'lendable'],
    ['all that the pool has can be lent', 50_000n * UNIT, 'lendable'],
    ['a unit more than the pool has waits', 50_000n * UNIT + 1n, 'queued'],
    ['a unit below 70 % of the collateral waits', 56_000n * UNIT - 1n, 'queued'],
    ['70 % of the collateral is too risky', 56_000n * UNIT, 'too_risky'],
  ])('%s', (_, debt, verdict) => {
    expect(asked(debt)).toBe(verdict);
  });

  it('no loan is opened without collateral, and none at a stale price', () => {
    expect(asked(80n * UNIT, { collateral: 0n })).toBe('too_risky');
    expect(asked(80n * UNIT, { isStale: true })).toBe('stale');
  });
});
