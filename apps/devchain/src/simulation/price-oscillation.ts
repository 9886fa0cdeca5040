/** A triangle wave between plus and minus its amplitude. */
export interface Oscillation {
  readonly periodMs: number;
  /** Where in its period it is at time 0. */
  readonly offsetMs: number;
  /** Parts per million. */
  readonly amplitudePpm: number;
}

const MILLION = 1_000_000n;

/** The sum of oscillations at a time, in parts per million. Integer arithmetic: equal on every machine. */
export function offsetPpmAt(oscillations: readonly Oscillation[], timeMs: number): number {
  return oscillations.reduce((sum, oscillation) => sum + oscillationPpmAt(oscillation, timeMs), 0);
}

/** `value * (1 + ppm / 1,000,000)`, rounded down. */
export function scaleByPpm(value: bigint, ppm: number): bigint {
  return (value * (MILLION + BigInt(ppm))) / MILLION;
}

/** The smallest value that `scaleByPpm` scales to at least this one. */
export function inverseScaleByPpm(value: bigint, ppm: number): bigint {
  const divisor = MILLION + BigInt(ppm);
  return (value * MILLION + divisor - 1n) / divisor;
}

function oscillationPpmAt({ periodMs, offsetMs, amplitudePpm }: Oscillation, timeMs: number): number {
  const at = (timeMs + offsetMs) % periodMs;
  const fromPeak = Math.abs(2 * at - periodMs);
  return Math.round((amplitudePpm * (periodMs - 2 * fromPeak)) / periodMs);
}
