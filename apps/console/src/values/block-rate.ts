/** A head as a look at the network found it; `atMs` by the clock of this page, `timeMs` that of the block. */
export interface HeadSeen {
  readonly number: number;
  readonly atMs: number;
  readonly timeMs: number;
}

/** Looks that count: those of the last minute. */
const WINDOW_MS = 60_000;
/** Over less, the clock of this page says more about the looks than about the chain. */
const SHORTEST_MS = 5_000;
const NONE: HeadSeen = { number: 0, atMs: 0, timeMs: 0 };

/** The looks with one more. Heads above it, of another node or a fork, no longer count. */
export const withHead = (seen: readonly HeadSeen[], next: HeadSeen): readonly HeadSeen[] => [
  ...seen.filter(({ number, atMs }) => number <= next.number && next.atMs - atMs <= WINDOW_MS),
  next,
];

/**
 * Blocks per second over the looks, with two decimals; over the first seconds, by the times of two heads. Undefined while
 * there is one head.
 */
export function blockRate(seen: readonly HeadSeen[]): string | undefined {
  const [first = NONE] = seen;
  const last = seen.at(-1) ?? first;
  const lookedMs = last.atMs - first.atMs;
  const passedMs = lookedMs < SHORTEST_MS ? last.timeMs - first.timeMs : lookedMs;
  return !(passedMs > 0) ? undefined : (((last.number - first.number) * 1_000) / passedMs).toFixed(2);
}
