import type { Order } from '../../queries';
import type { Bounds } from '../reading/bounds';
import type { MovedKind, SqlSession } from '../session';
import type { SqlValue } from '../values';

/** Rows that are searched by ranges of their sequences. */
export type SearchedKind = Exclude<MovedKind, 'trx'>;

/** Sequences of the first window of the cold tier: most pages are in it. Those of changed rows have 2^24 in a block. */
const FIRST_WINDOW: Readonly<Record<SearchedKind, bigint>> = {
  action: 2n ** 20n,
  delta: 2n ** (17n + 24n),
};
const GROWTH = 8n;

/** Sequences that one tier has, and how its statements are run. */
export interface TierWindow {
  readonly bounds: Bounds;
  readonly isCold: boolean;
  readonly tuples: (sql: string, params: readonly SqlValue[]) => Promise<SqlValue[][]>;
}

/** The parts of bounds that the tiers have. */
export interface TierBounds {
  readonly cold: Bounds | undefined;
  readonly hot: Bounds | undefined;
}

export function tierBounds(
  { cold }: Pick<SqlSession, 'cold'>,
  kind: MovedKind,
  { from, to }: Bounds,
): TierBounds {
  const below = cold?.below[kind];
  if (below === undefined || from >= below) return { cold: undefined, hot: { from, to } };
  const lastCold = below - 1n;
  return {
    cold: { from, to: to < lastCold ? to : lastCold },
    hot: to < below ? undefined : { from: below, to },
  };
}

/**
 * Bounds in parts that are searched in an order until a page is full. Those of the cold tier grow: a search reads a row
 * or more of each range in its window, so a page of a busy account does not depend on the number of ranges.
 */
export function* tierWindows(
  session: SqlSession,
  kind: SearchedKind,
  bounds: Bounds,
  order: Order,
): Generator<TierWindow> {
  const { cold, hot } = tierBounds(session, kind, bounds);
  if (order === 'desc' && hot !== undefined) yield hotWindow(session, hot);
  if (cold !== undefined) yield* coldWindows(session, kind, cold, order);
  if (order === 'asc' && hot !== undefined) yield hotWindow(session, hot);
}

export const hotWindow = (session: SqlSession, bounds: Bounds): TierWindow => ({
  bounds,
  isCold: false,
  tuples: (sql, params) => session.tuples(sql, params),
});

function* coldWindows(
  { cold: part }: SqlSession,
  kind: SearchedKind,
  bounds: Bounds,
  order: Order,
): Generator<TierWindow> {
  if (part === undefined) return;
  const first = FIRST_WINDOW[kind];
  let { from, to } = bounds;
  for (let size = first; from <= to; size *= GROWTH) {
    const isLast = to - from < size;
    const window =
      order === 'asc'
        ? { from, to: isLast ? to : from + size - 1n }
        : { from: isLast ? from : to - size + 1n, to };
    const isRare = size > first;
    yield { bounds: window, isCold: true, tuples: (sql, params) => part.tuples(sql, params, isRare) };
    if (order === 'asc') from = window.to + 1n;
    else to = window.from - 1n;
  }
}

/** Sequences by the tier that has them. */
export function byTier(
  session: Pick<SqlSession, 'cold'>,
  kind: MovedKind,
  sequences: readonly bigint[],
): { readonly cold: readonly bigint[]; readonly hot: readonly bigint[] } {
  const below = session.cold?.below[kind];
  if (below === undefined) return { cold: [], hot: sequences };
  return {
    cold: sequences.filter((sequence) => sequence < below),
    hot: sequences.filter((sequence) => sequence >= below),
  };
}
