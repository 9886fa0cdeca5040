import fc from 'fast-check';
import { UndoLog } from '../store/undo-log';
import { RecentTransactions } from './recent-transactions';

describe('recent transactions', () => {
  const entry = fc.tuple(
    fc.uuid(),
    fc.nat(20).map((second) => second * 1000),
  );

  it('recent transactions are known until they expire, and unknown after', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ([id]) => id }), fc.nat(25_000), (entries, nowMs) => {
        const recent = new RecentTransactions(new UndoLog());
        for (const [id, expirationMs] of entries) recent.add(id, expirationMs);
        recent.forgetExpired(nowMs);
        for (const [id, expirationMs] of entries) expect(recent.has(id)).toBe(expirationMs >= nowMs);
        expect(recent.size).toBe(entries.filter(([, expirationMs]) => expirationMs >= nowMs).length);
      }),
    );
  });

  it('recent transactions are unknown again after a rollback', () => {
    const undo = new UndoLog();
    const recent = new RecentTransactions(undo);
    recent.add('kept', 1000);
    undo.simulate(() => {
      recent.add('undone', 1000);
    });
    expect(recent.entries()).toEqual([['kept', 1000]]);
    recent.forgetExpired(2000);
    expect(recent.size).toBe(0);
  });
});
