import { type CheckStreak, nextStreak, recheckWaitMs } from './profile-schedule';

const waits = (outcome: CheckStreak['outcome'], checks: number): number[] => {
  const found: number[] = [];
  let streak: CheckStreak | undefined;
  for (let check = 0; check < checks; check += 1) {
    streak = nextStreak(streak, outcome);
    found.push(recheckWaitMs(streak));
  }
  return found;
};

describe('recheckWaitMs', () => {
  it('recheckWaitMs is a minute while the profile matches', () => {
    expect(waits('match', 3)).toEqual([60_000, 60_000, 60_000]);
  });

  it('recheckWaitMs backs off to 10 s while the profile does not match, and to a minute after five minutes', () => {
    expect(waits('mismatch', 5)).toEqual([2_000, 5_000, 10_000, 10_000, 10_000]);
    const all = waits('mismatch', 40);
    const untilSteady = all.slice(0, all.indexOf(60_000)).reduce((sum, wait) => sum + wait, 0);
    expect(untilSteady).toBe(307_000);
    expect(all.at(-1)).toBe(60_000);
  });

  it('recheckWaitMs backs off to 15 s while the chain cannot be reached', () => {
    expect(waits('unreachable', 6)).toEqual([250, 1_000, 2_000, 5_000, 15_000, 15_000]);
  });

  it('recheckWaitMs starts over with another outcome', () => {
    const mended = nextStreak({ outcome: 'mismatch', count: 50 }, 'match');
    expect(recheckWaitMs(nextStreak(mended, 'mismatch'))).toBe(2_000);
  });
});
