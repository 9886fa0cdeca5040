/** A head as a look at the network found it; `atMs` by the clock of this page. */
export interface HeadSeen {
  readonly number: number;
  readonly atMs: number;
}

/** Looks that count: those of the last minute. */
const WINDOW_MS = 60_000;
/** A rate over less says more about the looks than about the chain. */
const SHORTEST_MS = 5_000;
const NONE: HeadSeen = { number: 0, atMs: 0 };

/** The looks with one more. Heads above it, of another node or a fork, no longer count. */
export const withHead = (seen: readonly HeadSeen[], next: HeadSeen): readonly HeadSeen[] => [
  ...seen.filter(({ number, atMs }) => number <= next.number && next.atMs - atMs <= WINDOW_MS),
  next,
];

/** Blocks per second over the looks, with two decimals; undefined while they are too near each other. */
export function blockRate(seen: readonly HeadSeen[]): string | undefined {
  const [first = NONE] = seen;
  const { number, atMs } = seen.at(-1) ?? first;
  const passedMs = atMs - first.atMs;
  return passedMs < SHORTEST_MS ? undefined : (((number - first.number) * 1_000) / passedMs).toFixed(2);
}
