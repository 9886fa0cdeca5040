import { ManualClock } from '@app/operations/core';
import { RequestBudget } from './request-budget';

describe('the budget of requests of a node', () => {
  const spend = (budget: RequestBudget, count: number): void => {
    for (let sent = 0; sent < count; sent += 1) budget.spend();
  };

  it('the budget of requests of a node allows a burst of one second, and its rate from then on', () => {
    const clock = new ManualClock(0);
    const budget = new RequestBudget(clock, 10);
    spend(budget, 9);
    expect(budget.isSpent).toBe(false);
    budget.spend();
    expect(budget.isSpent).toBe(true);
    clock.advance(99);
    expect(budget.isSpent).toBe(true);
    clock.advance(1);
    expect(budget.isSpent).toBe(false);
  });

  it('the budget of requests of a node has a debt of one second at most', () => {
    const clock = new ManualClock(0);
    const budget = new RequestBudget(clock, 10);
    spend(budget, 1_000);
    clock.advance(1_000);
    expect(budget.isSpent).toBe(true);
    clock.advance(100);
    expect(budget.isSpent).toBe(false);
  });

  it('the budget of requests of a node without a rate is never used up', () => {
    const budget = new RequestBudget(new ManualClock(0), undefined);
    spend(budget, 1_000);
    expect(budget.isSpent).toBe(false);
  });
});
