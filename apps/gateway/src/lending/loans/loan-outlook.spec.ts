import { loanOutlook, type OutlookFacts, describeOutlook } from './loan-outlook';

const facts: OutlookFacts = {
  pool: { available: 300_000n, outstanding: 100_000n },
  curve: { baseAprBps: 100n, kinkUtilizationBps: 8000n, kinkAprBps: 600n, maxAprBps: 2000n },
  hasRedemptions: false,
  amount: 100_000n,
  maxAprBps: 2000n,
};
const sentence = (change: Partial<OutlookFacts>) => describeOutlook(loanOutlook({ ...facts, ...change }));

describe('the outlook of a loan request', () => {
  it.each<[string, Partial<OutlookFacts>]>([
    ['As things stand now it is lent at once: the rate with it lent out is 413 bps.', {}],
    ['As things stand now it is lent at once: the rate with it lent out is 413 bps.', { maxAprBps: 413n }],
    [
      'As things stand now it would be queued: the rate with it lent out is 413 bps, above the cap.',
      { maxAprBps: 412n },
    ],
    ['As things stand now it is lent at once: the rate with it lent out is 2000 bps.', { amount: 300_000n }],
    [
      'As things stand now it would be queued: the pool has less USDT available than that.',
      { amount: 300_001n },
    ],
    [
      'As things stand now it would be queued: redemptions wait for the USDT of the pool; the rate with it lent out ' +
        'is 413 bps.',
      { hasRedemptions: true },
    ],
    ['As things stand now the rate with it lent out is 413 bps.', { hasRedemptions: null }],
  ])('the outlook of a loan request is the sentence: %s', (expected, change) => {
    expect(sentence(change)).toBe(expected);
  });
});
