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
    ['At this moment it is lent immediately: the rate after the loan is 4.13 %.', {}],
    ['At this moment it is lent immediately: the rate after the loan is 4.13 %.', { maxAprBps: 413n }],
    [
      'At this moment it would be queued: the rate after the loan is 4.13 %, which is more.',
      { maxAprBps: 412n },
    ],
    ['At this moment it is lent immediately: the rate after the loan is 20.00 %.', { amount: 300_000n }],
    ['At this moment it would be queued: the pool has less USDT available than that.', { amount: 300_001n }],
    [
      'At this moment it would be queued: redemptions wait for the USDT of the pool; the rate after the ' +
        'loan is 4.13 %.',
      { hasRedemptions: true },
    ],
    ['At this moment the rate after the loan is 4.13 %.', { hasRedemptions: null }],
  ])('the outlook of a loan request is the sentence: %s', (expected, change) => {
    expect(sentence(change)).toBe(expected);
  });
});
