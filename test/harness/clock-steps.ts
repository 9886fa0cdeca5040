import type { ManualClock } from '@app/operations';
import fc from 'fast-check';

/** A step of time, after an optional change of the wall clock forward or back. */
export interface ClockStep {
  readonly passMs: number;
  readonly jumpMs?: number;
}

const DAY_MS = 86_400_000;

export const clockSteps: fc.Arbitrary<ClockStep[]> = fc.array(
  fc.record(
    { passMs: fc.integer({ min: 0, max: 40_000 }), jumpMs: fc.integer({ min: -DAY_MS, max: DAY_MS }) },
    { requiredKeys: ['passMs'] },
  ),
  { minLength: 1, maxLength: 30 },
);

export function take({ passMs, jumpMs = 0 }: ClockStep, clock: ManualClock): void {
  clock.setWallClock(clock.now() + jumpMs);
  clock.advance(passMs);
}
