/** A line that goes up and down between plus and minus its height. */
export interface Wave {
  readonly periodMs: number;
  /** Where in its period it is at time 0. */
  readonly offsetMs: number;
  /** Parts per million. */
  readonly heightPpm: number;
}

const MILLION = 1_000_000n;

/** What waves add up to at a time, in parts per million. Whole numbers throughout, so it is the same on every machine. */
export function heightAt(waves: readonly Wave[], timeMs: number): number {
  return waves.reduce((sum, wave) => sum + heightOf(wave, timeMs), 0);
}

/** A value moved by parts per million of itself, rounded down. */
export function movedBy(value: bigint, ppm: number): bigint {
  return (value * (MILLION + BigInt(ppm))) / MILLION;
}

/** The value that `movedBy` makes into at least this one. */
export function unmovedBy(value: bigint, ppm: number): bigint {
  const divisor = MILLION + BigInt(ppm);
  return (value * MILLION + divisor - 1n) / divisor;
}

function heightOf({ periodMs, offsetMs, heightPpm }: Wave, timeMs: number): number {
  const at = (timeMs + offsetMs) % periodMs;
  const fromPeak = Math.abs(2 * at - periodMs);
  return Math.round((heightPpm * (periodMs - 2 * fromPeak)) / periodMs);
}
