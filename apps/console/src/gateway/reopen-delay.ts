/** Pauses before a stream that was lost is opened again: each is twice as long as the one before it. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds until a lost stream is opened again: the pages of a replica that stops do not return together.
 * @param failures since the stream was open for a while
 * @param random from 0 to 1
 */
export const reopenDelay = (failures: number, random: number): number =>
  Math.min(FIRST_MS * 2 ** failures, LONGEST_MS) * (0.5 + random / 2);
