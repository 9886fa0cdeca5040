import { ManualClock } from '@app/operations';
import { ShownHeads } from './shown-heads';

describe('ShownHeads', () => {
  it('refuses a head below one that was shown in the last 30 s', () => {
    const clock = new ManualClock(0);
    const heads = new ShownHeads('mainnet', clock, undefined);
    expect([100, 99, 100, 101, 100].map((head) => heads.show(head))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
    clock.advance(30_001);
    expect(heads.show(5)).toBe(true);
  });

  it('refuses a head below one that another replica stated in the last 30 s', async () => {
    const clock = new ManualClock(0);
    const heads = new ShownHeads('mainnet', clock, { raise: () => Promise.resolve(110) });
    await heads.share(100);
    expect([heads.shared, heads.show(109), heads.show(110)]).toEqual([110, false, true]);
    clock.advance(30_001);
    expect([heads.shared, heads.show(100)]).toEqual([0, true]);
  });
});
