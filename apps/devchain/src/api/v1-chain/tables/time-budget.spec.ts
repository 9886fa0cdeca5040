import { timeBudgets } from './time-budget';

describe('the time budget of a table scan', () => {
  const after = (elapsedMs: number, timeLimitMs?: number) => {
    let now = 1000;
    const isOver = timeBudgets(() => now)(timeLimitMs);
    now += elapsedMs;
    return isOver();
  };

  it('the time budget of a table scan is the smaller of the node limit and the limit of the client', () => {
    expect([after(12_500), after(12_501)]).toEqual([false, true]);
    expect([after(5, 5), after(6, 5)]).toEqual([false, true]);
    expect(after(12_501, 60_000)).toBe(true);
  });
});
