import { TransactionStatuses } from './transaction-statuses';

const block = (num: number): { num: number; id: string; timeMs: number; producer: string } => ({
  num,
  id: String(num).padStart(64, '0'),
  timeMs: num * 500,
  producer: 'eosio',
});

describe('transaction statuses', () => {
  it('transaction statuses forget the oldest first', () => {
    const statuses = new TransactionStatuses(2);
    for (const id of ['a', 'b', 'c']) statuses.applied(id, 1000);
    expect(statuses.size).toBe(2);
    expect(['a', 'b', 'c'].map((id) => statuses.answer(id, 0).state)).toEqual([
      'UNKNOWN',
      'LOCALLY_APPLIED',
      'LOCALLY_APPLIED',
    ]);
  });

  it('transaction statuses turn a failure into a success, and never back', () => {
    const statuses = new TransactionStatuses(10);
    statuses.failed('a', 1000);
    expect(statuses.answer('a', 0)).toEqual({ state: 'FAILED', expirationMs: 1000 });
    statuses.applied('a', 1000);
    statuses.sealed(['a'], block(5));
    statuses.failed('a', 1000);
    expect(statuses.answer('a', 4)).toEqual({ state: 'IN_BLOCK', block: block(5), expirationMs: 1000 });
    expect(statuses.answer('a', 5).state).toBe('IRREVERSIBLE');
    expect(statuses.earliestBlock).toEqual(block(5));
  });
});
