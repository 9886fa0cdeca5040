import { BroadQueryError } from '../store/errors';
import { MAX_ROW_FIELDS, RowBudget } from './row-budget';

describe('RowBudget', () => {
  it('a row budget lets other work run after costly rows', async () => {
    const budget = new RowBudget(['scope']);
    const done: string[] = [];
    for (const cost of [1, 10_000, 1]) {
      const other = new Promise<void>((resolve) => {
        setImmediate(() => {
          done.push('other');
          resolve();
        });
      });
      await budget.next(0);
      done.push('row');
      await other;
      budget.fields += cost;
    }
    expect(done).toEqual(['row', 'other', 'row', 'other', 'other', 'row']);
  });

  it('a row budget lets one row of any cost through, and none behind it', async () => {
    const budget = new RowBudget(['scope']);
    await budget.next(0);
    budget.fields += MAX_ROW_FIELDS;
    await expect(budget.next(0)).rejects.toThrow(BroadQueryError);
  });

  it('a row budget counts the bytes of rows', async () => {
    const budget = new RowBudget(['scope']);
    await budget.next(16_000_000);
    await expect(budget.next(0)).rejects.toThrow('add scope');
  });
});
