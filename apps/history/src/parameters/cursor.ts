import { MAX_PAGE_BYTES } from '../store/page-bytes';
import type { PageEnd } from '../store/queries';
import { badRequest } from './history-error';
import { uint64Of } from './uint';

const CURSOR = /^(\d{1,20})(?:-(\d{1,15}))?$/;

/** The end of the page that a `cursor` names: `sequence-passed`. @throws HistoryError */
export function cursorOf(cursor: string | undefined): { readonly behind?: PageEnd } {
  if (cursor === undefined || cursor === '') return {};
  const [, sequence, passed = '0'] = CURSOR.exec(cursor) ?? [];
  if (sequence === undefined) throw badRequest('cursor: must be the next_cursor of the page before');
  return { behind: { sequence: uint64Of('cursor', sequence), passed: Number(passed) } };
}

/** Whether a page may end at its bytes: a client that passes over entries counts them by its limits. */
export const shortPage = ({ skip }: { readonly skip: number }): { readonly mayBeShort: boolean } => ({
  mayBeShort: skip === 0,
});

/** Says that a page ends before its limit. */
export const cutMember = ({
  isCut = false,
}: {
  readonly isCut?: boolean;
}): { readonly cut_at_bytes?: number } => (isCut ? { cut_at_bytes: MAX_PAGE_BYTES } : {});

/**
 * The cursor of the page behind this one; absent where this one is not full and was not cut, as nothing is behind it. It
 * carries the number of entries up to its end, so that `total` is the same on all pages.
 * @param last sequence of the last entry of the page
 */
export function nextCursor(
  last: bigint | undefined,
  { items, isCut = false }: { readonly items: readonly unknown[]; readonly isCut?: boolean },
  { skip, limit, behind }: { readonly skip: number; readonly limit: number; readonly behind?: PageEnd },
): { readonly cut_at_bytes?: number; readonly next_cursor?: string } {
  if (last === undefined || (items.length < limit && !isCut)) return {};
  const passed = (behind?.passed ?? 0) + skip + items.length;
  return { ...cutMember({ isCut }), next_cursor: `${String(last)}-${passed}` };
}
