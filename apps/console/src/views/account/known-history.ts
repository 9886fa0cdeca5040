import type { HistoryAction } from '../../ui/action-table';

/** Actions of an account without a hole between them, newest first. */
export interface KnownHistory {
  readonly actions: readonly HistoryAction[];
  /** Where the actions behind the last one begin; null: there are none. */
  readonly next: string | null;
}

/** The newest actions as they are now. */
export type NewestPage = KnownHistory;

const isBefore = (one: HistoryAction, other: HistoryAction): boolean =>
  BigInt(one.global_sequence) < BigInt(other.global_sequence);

/**
 * The known actions with the newest page before them. The page replaces those that are as new as its own: a fork may have
 * taken some back. Where the page does not reach the known ones, there may be others between them, and the page is all
 * that is known.
 */
export function withNewest(known: KnownHistory, page: NewestPage): KnownHistory {
  const last = page.actions.at(-1);
  if (last === undefined || page.next === null) return page;
  const older = known.actions.filter((each) => isBefore(each, last));
  return older.length === 0 || older.length === known.actions.length
    ? page
    : { actions: [...page.actions, ...older], next: known.next };
}

/** The known actions with the page behind them that was read from `cursor`; as they are where they end elsewhere now. */
export const withOlder = (known: KnownHistory, cursor: string, page: KnownHistory): KnownHistory =>
  known.next === cursor ? { actions: [...known.actions, ...page.actions], next: page.next } : known;
