const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A duration as one number and its unit, rounded down: `42 s`, `3 min`, `5 d`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [size, unit] = STEPS.find(([each]) => whole >= each) ?? ([1, 's'] as const);
  return `${String(Math.floor(whole / size))} ${unit}`;
}

/** Milliseconds since 1970 of a time of the chain or the API; nodes write UTC without a mark. NaN for other texts. */
export const timeMs = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
