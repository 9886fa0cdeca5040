import { ManualClock, systemClock } from './clock';

describe('ManualClock', () => {
  it('ManualClock moves the wall clock and the monotonic clock when time passes', () => {
    const clock = new ManualClock(1_000_000);
    const beforeMs = clock.monotonicMs();
    clock.advance(250);
    expect([clock.now(), clock.monotonicMs() - beforeMs]).toEqual([1_000_250, 250]);
  });

  it('ManualClock moves the wall clock alone when it is set', () => {
    const clock = new ManualClock(1_000_000);
    const beforeMs = clock.monotonicMs();
    clock.setWallClock(5);
    expect([clock.now(), clock.monotonicMs() - beforeMs]).toEqual([5, 0]);
  });
});

describe('systemClock', () => {
  it('systemClock measures durations independently of the wall clock', () => {
    const beforeMs = systemClock.monotonicMs();
    const wallClock = jest.spyOn(Date, 'now').mockReturnValue(0);
    expect(systemClock.now()).toBe(0);
    expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(beforeMs);
    wallClock.mockRestore();
  });

  it('systemClock counts whole milliseconds, so that a sum and its difference are exact', () => {
    const nowMs = systemClock.monotonicMs();
    expect(Number.isInteger(nowMs)).toBe(true);
    expect(nowMs + 60_000 - nowMs).toBe(60_000);
  });
});
