import type { HistoryRange } from '../store/queries';
import { badRequest } from './history-error';
import type { Order } from './page';

/** The range behind the entry that a `cursor` names, in an order. @throws HistoryError */
export function rangeBehind(cursor: string | undefined, order: Order): HistoryRange {
  if (cursor === undefined || cursor === '') return {};
  if (!/^\d{1,20}$/.test(cursor)) throw badRequest('cursor: must be the next_cursor of the page before');
  const sequence = BigInt(cursor);
  return order === 'asc' ? { fromSequence: sequence + 1n } : { toSequence: sequence - 1n };
}

/** The cursor of the page behind this one; absent where this one is not full, as nothing is behind it. */
export const nextCursor = (last: bigint | undefined, isFull: boolean): { readonly next_cursor?: string } =>
  last === undefined || !isFull ? {} : { next_cursor: String(last) };
