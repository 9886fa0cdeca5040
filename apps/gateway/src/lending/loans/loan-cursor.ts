import { ValueError } from '@app/antelope';

/** Default rows of each list in an answer about all accounts. */
export const LOANS_OF_EVERYBODY = 100;

/**
 * Maximum of open loans in an answer about all accounts, whatever the request says: each borrower costs one request to a node,
 * because a token contract keeps the balance of each vault in a scope of its own.
 */
export const OPEN_LOANS_OF_EVERYBODY = 25;

/** The lists of get_loans, each in the order of its rows; history goes from the newest id down. */
export const LOAN_LISTS = ['active', 'queued', 'history'] as const;
export type LoanList = (typeof LOAN_LISTS)[number];

/** By list the id to continue with; undefined for a list that has come to its end. */
export type LoanCursor = Readonly<Record<LoanList, bigint | undefined>>;

/** A cursor as clients hold it: the three ids, nothing where a list is at its end. */
export const CURSOR_PATTERN = '^[0-9]{0,20}-[0-9]{0,20}-[0-9]{0,20}$';

const LARGEST_ID = (1n << 64n) - 1n;

/** Before the first row of every list. */
export const BEGINNING: LoanCursor = { active: 0n, queued: 0n, history: LARGEST_ID };

/**
 * Reads a text that matches CURSOR_PATTERN.
 * @throws ValueError for an id that no row can have
 */
export function parseCursor(text: string): LoanCursor {
  const ids = text.split('-').map((id) => (id === '' ? undefined : BigInt(id)));
  if (ids.some((id) => id !== undefined && id > LARGEST_ID))
    throw new ValueError('must be next_cursor of an answer');
  const [active, queued, history] = ids;
  return { active, queued, history };
}

/** The cursor as text; null when every list is at its end. A history that was not requested does not count. */
export function formatCursor(cursor: LoanCursor, isHistoryAsked: boolean): string | null {
  const asked = LOAN_LISTS.filter((list) => list !== 'history' || isHistoryAsked);
  if (asked.every((list) => cursor[list] === undefined)) return null;
  return LOAN_LISTS.map((list) => cursor[list] ?? '').join('-');
}

/** Where a list continues after a page of it that began at `from`; undefined at its end. */
export function behind(
  list: LoanList,
  from: bigint,
  page: { readonly items: readonly { readonly id: bigint }[]; readonly more: boolean },
): bigint | undefined {
  if (!page.more) return undefined;
  const last = page.items.at(-1)?.id;
  if (last === undefined) return from;
  if (list !== 'history') return last + 1n;
  return last === 0n ? undefined : last - 1n;
}
