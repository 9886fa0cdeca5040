import { ManualClock } from '@app/operations/core';
import { ShownHeads } from './shown-heads';

describe('ShownHeads', () => {
  const shown = async (heads: ShownHeads, list: readonly number[]): Promise<boolean[]> => {
    const results: boolean[] = [];
    for (const head of list) results.push(await heads.show(head));
    return results;
  };

  it('ShownHeads refuses a head below one that was shown in the last 30 s', async () => {
    const clock = new ManualClock(0);
    const heads = new ShownHeads('mainnet', { clock }, () => true);
    expect(await shown(heads, [100, 99, 100, 101, 100])).toEqual([true, false, true, true, false]);
    clock.advance(30_001);
    expect(await heads.show(5)).toBe(true);
  });

  it('ShownHeads refuses a head below one that another replica stated in the last 30 s', async () => {
    const clock = new ManualClock(0);
    const heads = new ShownHeads(
      'mainnet',
      { clock, sharedHeads: { raise: () => Promise.resolve(110) } },
      () => true,
    );
    await heads.share(100);
    expect([heads.shared, ...(await shown(heads, [109, 110]))]).toEqual([110, false, true]);
    clock.advance(30_001);
    expect(heads.shared).toBe(0);
  });

  it('ShownHeads ignores a head of another replica that the nodes of this one exclude', async () => {
    const sharedHeads = { raise: () => Promise.resolve(99_999_999_999) };
    const heads = new ShownHeads(
      'mainnet',
      { clock: new ManualClock(0), sharedHeads },
      (head) => head <= 110,
    );
    await heads.share(100);
    expect([heads.shared, ...(await shown(heads, [100, 99, 101]))]).toEqual([0, true, false, true]);
  });

  it('ShownHeads states a head before it is shown, and those of the same moment in one request', async () => {
    const raised: number[] = [];
    const storage = {
      raise: (_: string, head: number) => {
        raised.push(head);
        return Promise.resolve(Math.max(...raised));
      },
    };
    const heads = new ShownHeads('mainnet', { clock: new ManualClock(0), sharedHeads: storage }, () => true);
    expect(await Promise.all([100, 101, 99].map((head) => heads.show(head)))).toEqual([false, true, false]);
    expect(raised).toEqual([101]);
    expect(await heads.show(102)).toBe(true);
    expect(raised).toEqual([101, 102]);
  });
});
