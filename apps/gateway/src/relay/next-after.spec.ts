import { nextAfter } from './next-after';

describe('the next step after a push', () => {
  it.each([
    ['executed', 'in_block', 'in_block'],
    ['already_executed', 'in_block', 'accepted'],
    ['executed', 'irreversible', 'irreversible'],
  ] as const)('the next step after a push is none for %s, %s, wait_for %s', (status, finality, waitFor) => {
    expect(nextAfter({ status, finality }, waitFor)).toBeNull();
  });

  it.each(['pending', 'unknown'] as const)(
    'the next step after a push with the status %s is the same bytes, never another transaction',
    (status) => {
      const next = nextAfter({ status, finality: 'speculative' }, 'in_block');
      expect(next).toMatch(/push the same bytes again.*Do not compose it again/);
    },
  );

  it('the next step after a push that waits for an irreversible block continues the wait', () => {
    const next = nextAfter({ status: 'executed', finality: 'in_block' }, 'irreversible');
    expect(next).toContain('"wait_for":"irreversible"');
  });
});
