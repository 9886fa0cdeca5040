import { durationText, timeMs } from './ages';

describe('ages', () => {
  it.each([
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3_599, '59 min'],
    [86_399, '23 h'],
    [172_800, '2 d'],
    [-5, '0 s'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it('times without a zone are UTC', () => {
    expect(timeMs('2026-11-25T22:45:42.500')).toBe(timeMs('2026-11-25T22:45:42.500Z'));
    expect(timeMs('2026-11-25T23:45:42.500+01:00')).toBe(timeMs('2026-11-25T22:45:42.500'));
    expect(timeMs('x')).toBeNaN();
  });
});
