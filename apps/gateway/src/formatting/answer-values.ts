/** A JSON integer while that is exact, else a decimal string. Source: docs/reference/rules.md, values. */
export function answerInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** A time as answers show it: ISO 8601, UTC. */
export function answerTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
