import { ManualClock } from '@app/operations/core';
import { LiarRest } from './liar-rest';

const MINUTE_MS = 60_000;

/** Milliseconds that a rest takes which begins now, to the second. */
function restMs(rest: LiarRest, clock: ManualClock): number {
  rest.begin();
  let ms = 0;
  for (; rest.isCoolingDown; ms += 1_000) clock.advance(1_000);
  return ms;
}

describe('LiarRest', () => {
  it('LiarRest is twice as long each time within an hour, and an hour at most', () => {
    const clock = new ManualClock();
    const rest = new LiarRest(clock);
    expect(rest.isCoolingDown).toBe(false);
    const minutes = Array.from({ length: 8 }, () => restMs(rest, clock) / MINUTE_MS);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('LiarRest says what was contradicted, how often, and how long it is', () => {
    const clock = new ManualClock();
    const rest = new LiarRest(clock);
    rest.begin('the price');
    expect(rest.why).toBe('answered otherwise than two other nodes (the price): rests for 60 s');
    clock.advance(MINUTE_MS);
    rest.begin('the balance');
    expect(rest.why).toBe(
      'answered otherwise than two other nodes, 2 times in a row (the balance): rests for 120 s',
    );
  });

  it('LiarRest begins anew after an honest hour, and grows by no answer of the time it runs', () => {
    const clock = new ManualClock();
    const rest = new LiarRest(clock);
    rest.begin();
    expect(restMs(rest, clock)).toBe(MINUTE_MS);
    clock.advance(60 * MINUTE_MS);
    expect(restMs(rest, clock)).toBe(MINUTE_MS);
  });
});
