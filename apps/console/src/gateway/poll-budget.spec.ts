import fc from 'fast-check';
import { pollDelay, withPoll } from './poll-budget';

describe('the budget of polls', () => {
  it('the budget lets no more than its number of polls into any minute', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        (waits, most) => {
          let sentAt: number[] = [];
          const all: number[] = [];
          let now = 0;
          for (const wait of waits) {
            now += wait;
            now += pollDelay(sentAt, now, most);
            sentAt = withPoll(sentAt, now);
            all.push(now);
          }
          for (const end of all) {
            expect(all.filter((at) => at > end - 60_000 && at <= end).length).toBeLessThanOrEqual(most);
          }
        },
      ),
    );
  });

  it('the budget delays no poll while there is room', () => {
    expect(pollDelay([0, 1, 2], 3, 4)).toBe(0);
    expect(pollDelay([0, 1, 2, 3], 3, 4)).toBe(59_997);
  });
});
