/** Length of a round. Prices are stale after five minutes, so that up to four rounds in a row may be skipped. */
export const ROUND_SECONDS = 60;

/** Number of the round a time belongs to: rounds follow the clock of the chain, with or without submissions. */
export function roundAt(timeMs: number): number {
  return Math.floor(timeMs / 1000 / ROUND_SECONDS);
}
