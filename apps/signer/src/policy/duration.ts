const DURATION_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration such as `45s`, `30m`, `1h` or `7d`. */
export const durationMs = (text: string): number =>
  Number(text.slice(0, -1)) * (DURATION_MS[text.slice(-1)] ?? Number.NaN);
