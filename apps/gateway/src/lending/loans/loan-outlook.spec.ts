import { loanOutlook, type OutlookFacts, describeOutlook } from './loan-outlook';

const facts: OutlookFacts = {
  pool: { available: 300_000n, outstanding: 100_000n },
  curve: { baseAprBps: 100n, kinkUtilizationBps: 8000n, kinkAprBps: 600n, maxAprBps: 2000n },
  hasRedemptions: false,
  amount: 100_000n,
  maxAprBps: 2000n,
};
const sentence = (change: Partial<OutlookFacts>, isLent?: boolean) =>
  describeOutlook(loanOutlook({ ...facts, ...change }), isLent);

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
      'At this moment redemptions wait and are paid first: whether it is lent or queued is not known.',
      { hasRedemptions: true },
    ],
    [
      'At this moment it would be queued: redemptions wait for the USDT of the pool.',
      { hasRedemptions: true, maxAprBps: 412n },
    ],
    ['At this moment the rate after the loan is 4.13 %.', { hasRedemptions: null }],
  ])('the outlook of a loan request is the sentence: %s', (expected, change) => {
    expect(sentence(change)).toBe(expected);
  });

  it.each<[string, Partial<OutlookFacts>, boolean]>([
    ['it is lent immediately: the rate after the loan is 4.13 %.', {}, true],
    ['it is lent immediately: the rate after the loan is 4.13 %.', { hasRedemptions: null }, true],
    ['it is lent immediately by the dry run.', { amount: 300_001n }, true],
    ['it is lent immediately by the dry run.', { maxAprBps: 412n }, true],
    [
      'it is lent immediately by the dry run; redemptions are paid first, which raises the rate.',
      { hasRedemptions: true },
      true,
    ],
    ['it would be queued by the dry run.', {}, false],
    ['it would be queued by the dry run.', { hasRedemptions: null }, false],
    ['it would be queued: the rate after the loan is 4.13 %, which is more.', { maxAprBps: 412n }, false],
    ['it would be queued: redemptions wait for the USDT of the pool.', { hasRedemptions: true }, false],
  ])(
    'the outlook of a loan request whose dry run is known is the sentence: %s',
    (expected, change, isLent) => {
      expect(sentence(change, isLent)).toBe(`At this moment ${expected}`);
    },
  );
});
