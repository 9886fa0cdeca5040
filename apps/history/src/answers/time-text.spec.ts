import fc from 'fast-check';
import { timeText } from './time-text';

const expected = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, -1);

describe('texts of times', () => {
  it('timeText prints any time as Date does, without the Z', () => {
    const year9999 = Date.UTC(9999, 11, 31);
    fc.assert(
      fc.property(fc.integer({ min: -year9999, max: year9999 }), (timeMs) => {
        expect(timeText(timeMs)).toBe(expected(timeMs));
      }),
    );
  });

  it('timeText prints the times around midnight with their own days', () => {
    const midnight = Date.UTC(2030, 0, 1);
    for (const timeMs of [midnight - 1, midnight, midnight - 500, midnight + 86_399_999])
      expect(timeText(timeMs)).toBe(expected(timeMs));
  });
});
