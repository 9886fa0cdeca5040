/** A triangle wave between plus and minus its amplitude. */
export interface Oscillation {
  readonly periodMs: number;
  /** Where in its period it is at time 0. */
  readonly offsetMs: number;
  /** Parts per million. */
  readonly amplitudePpm: number;
}

/** The sum of oscillations at a time, in parts per million. Integer arithmetic: equal on every machine. */
export function offsetPpmAt(oscillations: readonly Oscillation[], timeMs: number): number {
  return oscillations.reduce((sum, oscillation) => sum + oscillationPpmAt(oscillation, timeMs), 0);
}

function oscillationPpmAt({ periodMs, offsetMs, amplitudePpm }: Oscillation, timeMs: number): number {
  const at = (timeMs + offsetMs) % periodMs;
  const fromPeak = Math.abs(2 * at - periodMs);
  return Math.round((amplitudePpm * (periodMs - 2 * fromPeak)) / periodMs);
}
