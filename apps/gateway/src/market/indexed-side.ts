import { type BookSideIndex, profileEntry, type TableAddress } from '@app/networks';
import { fail } from '@app/chain-tools';
import { type ChainClient, readPages, ROW_PAGE, type PagesRead } from '@app/upstream';
import { bookSideQuery } from '../table-rows/book-side-query';
import type { OpenOrder, Side } from '../table-rows/open-order';
import { type BookSide, bookSide, byPrice } from './book-side';

/** Most orders of each side that are read by the index of a book of more than one page. */
export const MAX_INDEXED_ORDERS = 4 * ROW_PAGE;

/** Reads the best orders of one side, best first, by the index over prices. */
export function readIndexedSide(
  chain: Pick<ChainClient, 'tableRows'>,
  table: TableAddress,
  index: BookSideIndex,
): Promise<PagesRead> {
  return readPages(chain, bookSideQuery(table, index), { maxRows: MAX_INDEXED_ORDERS });
}

/**
 * The side of a book in orders that an index gave. An order that two pages share counts once.
 * @param orders in the order of the index
 * @param isExpected the table is known to have orders of the side
 * @throws ToolError when the index is not what the profile says: a wrong best price would follow
 */
export function indexedSide(
  orders: readonly OpenOrder[],
  side: Side,
  { more }: Pick<PagesRead, 'more'>,
): BookSide {
  const distinct = [...new Map(orders.map((order) => [order.id, order])).values()];
  distinct.forEach((order, index) => {
    if (order.side !== side) refuseIndex(`has a ${order.side} order among the ${side} orders`);
    const before = distinct[index - 1];
    if (before !== undefined && byPrice(side, before, order) > 0) {
      refuseIndex(`does not have the ${side} orders best price first`);
    }
  });
  // A node that is out of time may give no row and say that there are more: then nothing is known of the side.
  if (more && distinct.length === 0) return bookSide([], side, 'some');
  return bookSide(distinct, side, more ? 'best' : 'whole');
}

/** @throws ToolError always: the index is not what the profile says */
export function refuseIndex(reason: string): never {
  fail('PROFILE_MISMATCH', `${profileEntry.table('orders')}.price_index`, `the index ${reason}`);
}
