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

/**
 * The cursor of the page behind this one; absent where this one is not full, as nothing is behind it. It carries the
 * number of entries up to its end, so that `total` is the same on all pages.
 * @param last sequence of the last entry of the page
 * @param count entries of the page
 */
export function nextCursor(
  last: bigint | undefined,
  count: number,
  { skip, limit, behind }: { readonly skip: number; readonly limit: number; readonly behind?: PageEnd },
): { readonly next_cursor?: string } {
  if (last === undefined || count < limit) return {};
  return { next_cursor: `${String(last)}-${(behind?.passed ?? 0) + skip + count}` };
}
