import { ChainError } from './chain-error';
import { logEntry } from './log-entry';

describe('ChainError', () => {
  it('withEntry keeps kind, message and stack, and adds the entry to the log', () => {
    const refusal = new ChainError('transaction', 'a reason');
    const extended = refusal.withEntry(logEntry('where ${it} happened', { it: 'this' }));
    expect(extended).toBeInstanceOf(ChainError);
    expect([extended.code, extended.kind, extended.message]).toEqual([
      refusal.code,
      refusal.kind,
      refusal.message,
    ]);
    expect(extended.stack).toBe(refusal.stack);
    expect(extended.details).toEqual(['a reason', 'where this happened']);
    expect(refusal.details).toEqual(['a reason']);
  });
});
