import type { CursorForm } from './reading';

/** The state of a payment that a client was sent last: pending or credited. */
export type SentState = 'p' | 'c';

/**
 * Where a client stands. `sent` has the payments that may change, and all behind the anchor. Open payments up to
 * `unfollowed` that are not in it are not followed: there were too many.
 */
export interface DepositPosition {
  readonly anchor: bigint;
  readonly unfollowed: bigint;
  /** Whether a gap said that the list of those that wait was not read to its end. */
  readonly isCut: boolean;
  /** By `<id>_<digest>`. */
  readonly sent: ReadonlyMap<string, SentState>;
}

/** Payments that an id of an event can name. */
export const MAX_OPEN = 24;
/** Characters of the digest of a payment. */
export const DIGEST_CHARACTERS = 4;

/** A digest may have hyphens too: entries are found by their lengths. */
const ENTRY = /--([pc])(\d{1,20}_[\w-]{4})/g;
const CURSOR = new RegExp(
  String.raw`^(\d{1,20})_(\d{1,20})(_cut)?(?:--[pc]\d{1,20}_[\w-]{4}){0,${MAX_OPEN}}$`,
);

/** The cursors of deposits. */
export const DEPOSIT_CURSORS: CursorForm = {
  isLog: true,
  longest: 45 + MAX_OPEN * 28,
  isCursor: (text) => CURSOR.test(text),
};

/** Numbers are written one higher, as NO_ROW may be one. Undefined for a position that names more payments than an id can. */
export function writeDeposits({ anchor, unfollowed, isCut, sent }: DepositPosition): string | undefined {
  if (sent.size > MAX_OPEN) return undefined;
  const head = `${anchor + 1n}_${unfollowed + 1n}${isCut ? '_cut' : ''}`;
  return [head, ...[...sent].map(([key, state]) => `${state}${key}`)].join('--');
}

export function readDeposits(cursor: string): DepositPosition | undefined {
  const [, anchor, unfollowed, cut] = CURSOR.exec(cursor) ?? [];
  if (anchor === undefined || unfollowed === undefined) return undefined;
  const sent = [...cursor.matchAll(ENTRY)].map(([, state, key]) => [key ?? '', state as SentState] as const);
  return {
    anchor: BigInt(anchor) - 1n,
    unfollowed: BigInt(unfollowed) - 1n,
    isCut: cut !== undefined,
    sent: new Map(sent),
  };
}
