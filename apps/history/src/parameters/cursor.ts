import { bytesToHex } from '@app/antelope';
import { MAX_PAGE_BYTES } from '../store/page-bytes';
import type { HistoryReader } from '../store/port';
import type { PageEnd } from '../store/queries';
import type { BlockRef, StoreStatus } from '../store/records';
import { badRequest, HistoryError } from './history-error';
import { uint64Of } from './uint';

const CURSOR = /^(\d{1,20})(?:-(\d{1,15})(?:-([0-9a-f]{16}))?)?$/;
/** Characters of the number of a block at the beginning of its id, and of that beginning. */
const NUMBER_DIGITS = 8;
const BLOCK_DIGITS = 16;
const UNAVAILABLE = 503;

/** The end of the page that a `cursor` names: `sequence-passed`, and `-block` of a reversible one. @throws HistoryError */
export function cursorOf(cursor: string | undefined): { readonly behind?: PageEnd } {
  if (cursor === undefined || cursor === '') return {};
  const [, sequence, passed = '0', block] = CURSOR.exec(cursor) ?? [];
  if (sequence === undefined) throw badRequest('cursor: must be the next_cursor of the page before');
  const end = { sequence: uint64Of('cursor', sequence), passed: Number(passed) };
  return { behind: block === undefined ? end : { ...end, block } };
}

/**
 * Checks, behind a read, that the page before is of the same branch: a fork gives the sequences of the blocks that it takes
 * back to other entries, which the cursor would pass over. A history that is behind the one of that page cannot tell.
 * @throws HistoryError
 */
export async function requireSameBranch(
  reader: Pick<HistoryReader, 'block'>,
  { behind }: { readonly behind?: Pick<PageEnd, 'block'> },
  { head }: Pick<StoreStatus, 'head'>,
): Promise<void> {
  if (behind?.block === undefined) return;
  const num = markedNum(behind.block);
  const block = await reader.block(num);
  if (block === undefined && num > (head?.num ?? 0))
    throw new HistoryError(
      UNAVAILABLE,
      `cursor: block ${num}, in which the page before ends, is not here yet`,
    );
  if (block === undefined || !isMarked(block, behind.block))
    throw badRequest(
      'cursor: the block in which the page before ends is no longer part of the history: begin again behind the last irreversible block that was read',
    );
}

/** The end of a cursor: the beginning of the id of its block, where a fork may take that back. */
export const blockMark = (
  { num, id }: Pick<BlockRef, 'num' | 'id'>,
  { irreversibleNum }: Pick<StoreStatus, 'irreversibleNum'>,
): string => (num > irreversibleNum ? `-${bytesToHex(id).slice(0, BLOCK_DIGITS)}` : '');

/** Number of the block that a cursor names. */
export const markedNum = (mark: string): number => parseInt(mark.slice(0, NUMBER_DIGITS), 16);

/** Whether a cursor names this block. */
export const isMarked = ({ id }: Pick<BlockRef, 'id'>, mark: string): boolean =>
  bytesToHex(id).startsWith(mark);

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
 * @param last entry of the page
 */
export function nextCursor(
  last: { readonly sequence: bigint; readonly block: Pick<BlockRef, 'num' | 'id'> } | undefined,
  { items, isCut = false }: { readonly items: readonly unknown[]; readonly isCut?: boolean },
  { skip, limit, behind }: { readonly skip: number; readonly limit: number; readonly behind?: PageEnd },
  status: Pick<StoreStatus, 'irreversibleNum'>,
): { readonly cut_at_bytes?: number; readonly next_cursor?: string } {
  if (last === undefined || (items.length < limit && !isCut)) return {};
  const passed = (behind?.passed ?? 0) + skip + items.length;
  const place = `${String(last.sequence)}-${passed}${blockMark(last.block, status)}`;
  return { ...cutMember({ isCut }), next_cursor: place };
}
