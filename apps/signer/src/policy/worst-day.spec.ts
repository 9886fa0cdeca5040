import fc from 'fast-check';
import { worstDay } from './worst-day';

const HOUR = 3_600_000;

describe('the worst case of a day', () => {
  it.each([
    [[{ ms: HOUR, max: 25n }], 600n],
    [
      [
        { ms: HOUR, max: 25n },
        { ms: 24 * HOUR, max: 50n },
      ],
      50n,
    ],
    [[{ ms: 7 * 24 * HOUR, max: 70n }], 70n],
    // Five begin within a day: at 0, 5, 10, 15 and 20 h.
    [[{ ms: 5 * HOUR, max: 10n }], 50n],
  ])('worstDay of %j is %d', (windows, units) => {
    expect(worstDay(windows)).toBe(units);
  });

  it('no payments that hold the windows are more within 24 hours', () => {
    const payment = fc.record({
      hour: fc.integer({ min: 0, max: 47 }),
      units: fc.bigInt({ min: 1n, max: 9n }),
    });
    const window = fc.record({
      hours: fc.integer({ min: 1, max: 30 }),
      max: fc.bigInt({ min: 5n, max: 30n }),
    });
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 60 }),
        fc.array(window, { minLength: 1, maxLength: 3 }),
        (wanted, windows) => {
          const made: { hour: number; units: bigint }[] = [];
          const within = (from: number, hours: number) =>
            made
              .filter(({ hour }) => hour >= from && hour < from + hours)
              .reduce((sum, { units }) => sum + units, 0n);
          const from = Array.from({ length: 48 }, (_, hour) => hour);
          for (const each of wanted) {
            made.push(each);
            if (windows.some(({ hours, max }) => from.some((hour) => within(hour, hours) > max))) made.pop();
          }
          const worst = worstDay(windows.map(({ hours, max }) => ({ ms: hours * HOUR, max })));
          for (const hour of from) expect(within(hour, 24) <= worst).toBe(true);
        },
      ),
    );
  });
});
