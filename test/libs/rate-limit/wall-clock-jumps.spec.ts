import { ManualClock, Metrics } from '@app/operations';
import { WINDOW_MS } from '@app/rate-limit';
import fc from 'fast-check';
import { BucketStorage } from '../../../libs/rate-limit/src/bucket-storage';
import { type ClockStep, clockSteps, take } from '../../harness/clock-steps';

const LIMIT = 3;

describe('rate limits while the wall clock jumps', () => {
  /** Two requests after every step of the clock. */
  async function records(steps: readonly ClockStep[]) {
    const clock = new ManualClock(1_800_000_000_000);
    const storage = new BucketStorage(clock, new Metrics(), undefined);
    const all = [];
    for (const step of steps) {
      take(step, clock);
      for (let call = 0; call < 2; call += 1) all.push(await storage.increment('read:a', WINDOW_MS, LIMIT));
    }
    return all;
  }

  it('rate limits while the wall clock jumps refuse and release a client as they do without jumps', async () => {
    await fc.assert(
      fc.asyncProperty(clockSteps, async (steps) => {
        const withoutJumps = steps.map(({ passMs }) => ({ passMs }));
        expect(await records(steps)).toEqual(await records(withoutJumps));
      }),
    );
  });

  it('rate limits name no reset later than one window while the wall clock jumps', async () => {
    await fc.assert(
      fc.asyncProperty(clockSteps, async (steps) => {
        for (const { timeToExpire } of await records(steps)) {
          expect(timeToExpire).toBeGreaterThan(0);
          expect(timeToExpire).toBeLessThanOrEqual(WINDOW_MS / 1000);
        }
      }),
    );
  });
});
