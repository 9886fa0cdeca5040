import { badRequest, HistoryError } from '../../parameters/history-error';
import type { StoredCursor } from '../../store/sql/cursor';
import type { SqlSession } from '../../store/sql/session';
import { int } from '../../store/sql/values';

/**
 * Why the state after a block is not known: the history begins behind it, the block is still to come, or a change that is
 * needed was removed with old blocks.
 */
export type UnknownPast =
  | { readonly kind: 'before'; readonly first: number }
  | { readonly kind: 'ahead'; readonly head: number }
  | { readonly kind: 'removed' };

const NOT_IMPLEMENTED = 501;

/** Whether the block is one of the history; undefined: it is. */
export async function unknownPast(
  session: SqlSession,
  cursor: StoredCursor | undefined,
  atBlock: number,
): Promise<UnknownPast | undefined> {
  const [row] = await session.all('SELECT num FROM block WHERE num >= 0 ORDER BY num LIMIT 1');
  if (cursor === undefined || row === undefined) return { kind: 'ahead', head: 0 };
  if (atBlock > cursor.num) return { kind: 'ahead', head: cursor.num };
  const first = int(row.num);
  return atBlock < first ? { kind: 'before', first } : undefined;
}

/** @throws HistoryError */
export function requireKnown(unknown: UnknownPast | undefined): void {
  switch (unknown?.kind) {
    case undefined:
      return;
    case 'before':
      throw badRequest(`block_num: the history begins with block ${unknown.first}`);
    case 'ahead':
      throw badRequest(`block_num: the newest block is ${unknown.head}`);
    case 'removed':
      throw new HistoryError(
        NOT_IMPLEMENTED,
        'block_num: it takes a change of an earlier block, and this history removes old blocks: ask for a later one',
      );
  }
}
