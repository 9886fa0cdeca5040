import { ManualClock } from '@app/operations';
import fc from 'fast-check';
import { AbiCache } from '../../../libs/upstream/src/cache/abi-cache';
import { CircuitBreaker } from '../../../libs/upstream/src/pool/circuit-breaker';
import { ReadCache } from '../../../libs/upstream/src/cache/read-cache';
import { type ClockStep, clockSteps, take } from '../../harness/clock-steps';

/** Runs the steps on a new clock and says what `look` sees after each. */
type Observe = (steps: readonly ClockStep[]) => Promise<unknown[]>;

function observer(create: (clock: ManualClock) => () => unknown): Observe {
  return async (steps) => {
    const clock = new ManualClock(1_800_000_000_000);
    const look = create(clock);
    const seen = [];
    for (const step of steps) {
      take(step, clock);
      seen.push(await look());
    }
    return seen;
  };
}

describe('while the wall clock jumps', () => {
  it.each<[string, Observe]>([
    [
      'the read cache refreshes as it does without jumps',
      observer((clock) => {
        const cache = new ReadCache(clock, 20_000);
        let loads = 0;
        return () => cache.read('key', () => Promise.resolve({ value: (loads += 1), bytes: 1 }));
      }),
    ],
    [
      'the ABI cache revalidates as it does without jumps',
      observer((clock) => {
        let fetches = 0;
        const cache = new AbiCache(() => {
          fetches += 1;
          return Promise.resolve({ hash: '', raw: new Uint8Array() });
        }, clock);
        return () => cache.abi('dex').then(() => fetches);
      }),
    ],
    [
      'a node that failed repeatedly is tried again as it is without jumps',
      observer((clock) => {
        const breaker = new CircuitBreaker(clock, () => 0);
        for (let failures = 0; failures < 5; failures += 1) breaker.recordFailure();
        return () => breaker.state;
      }),
    ],
  ])('under jumps of the wall clock %s', async (_title, observe) => {
    await fc.assert(
      fc.asyncProperty(clockSteps, async (steps) => {
        const withoutJumps = steps.map(({ passMs }) => ({ passMs }));
        expect(await observe(steps)).toEqual(await observe(withoutJumps));
      }),
    );
  });
});
