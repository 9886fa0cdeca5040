import fc from 'fast-check';
import { retryDelayMs } from './retry-delay';

describe('retryDelayMs', () => {
  it('retryDelayMs doubles from a second to five minutes, and is between half and all of that', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, part) => {
          const whole = [1, 2, 4, 8, 16, 32, 64, 128, 256][failures - 1] ?? 300;
          const ms = retryDelayMs(failures, (below) => Math.floor(part * below));
          expect(ms).toBeGreaterThanOrEqual(whole * 500);
          expect(ms).toBeLessThanOrEqual(whole * 1_000);
        },
      ),
    );
  });
});
