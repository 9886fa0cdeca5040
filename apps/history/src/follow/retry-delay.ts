/** Waiting time after the given number of failures in a row, the first being 1. */
export const retryDelay = (
  failures: number,
  { leastMs, mostMs }: { readonly leastMs: number; readonly mostMs: number },
): number => Math.min(mostMs, leastMs * 2 ** Math.min(failures - 1, 30));
