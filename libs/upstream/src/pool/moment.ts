import type { Clock } from '@app/operations/core';

/** A moment by both clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Now, by both clocks. */
export const momentNow = (clock: Clock): Moment => ({
  monotonicMs: clock.monotonicMs(),
  wallMs: clock.now(),
});

/** Milliseconds since a moment, by the clock that counts more: while a machine sleeps the monotonic one stands still. */
export const msSince = (clock: Clock, { monotonicMs, wallMs }: Moment): number =>
  Math.max(clock.monotonicMs() - monotonicMs, clock.now() - wallMs);
