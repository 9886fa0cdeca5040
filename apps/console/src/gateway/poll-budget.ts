/** Requests of polls that a page may send in a minute. */
export const POLLS_PER_MINUTE = 36;
const MINUTE_MS = 60_000;

/**
 * When the next poll may be sent, in milliseconds from now; 0: at once.
 * @param sentAt times of the polls of the last minute, oldest first
 */
export function pollDelay(sentAt: readonly number[], now: number, perMinute = POLLS_PER_MINUTE): number {
  const recent = sentAt.filter((at) => at > now - MINUTE_MS);
  const freesRoom = recent.at(-perMinute);
  return freesRoom === undefined ? 0 : freesRoom + MINUTE_MS - now;
}

/** The times that still count. */
export const withPoll = (sentAt: readonly number[], now: number): number[] => [
  ...sentAt.filter((at) => at > now - MINUTE_MS),
  now,
];
