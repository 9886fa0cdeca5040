import { setTimeout as pause } from 'node:timers/promises';
import type { BookSideIndex, Pair, TableAddress } from '@app/networks';
import { type ChainClient, parseRows, readRows } from '@app/upstream';
import { bookSideQuery } from '../table-rows/book-side-query';
import { type OpenOrder, openOrderRow } from '../table-rows/open-order';
import { type BookSide, bookSide } from './book-side';
import { refuseIndex } from './indexed-side';

/** Nodes that follow the chain are in the same block by then. */
const SECOND_LOOK_MS = 300;

/** A side of which the table had orders when it was read, and the index none afterwards. */
export interface EmptiedSide {
  readonly pair: Pair;
  readonly table: TableAddress;
  readonly index: BookSideIndex;
  /** Its orders in the read of the table, not empty. */
  readonly had: readonly [OpenOrder, ...OpenOrder[]];
}

/**
 * The side where nothing is wrong with the index: its orders were filled or cancelled between both reads, or the nodes
 * that answered them were in different blocks. Then nothing is known of the side.
 * @throws ToolError when an order that the table had before and has afterwards is still not in the index
 */
export async function emptiedSide(
  chain: Pick<ChainClient, 'tableRows'>,
  { pair, table, index, had }: EmptiedSide,
): Promise<BookSide> {
  const [{ side }] = had;
  const ids = had.map(({ id }) => id).sort((left, right) => (left < right ? -1 : 1));
  const between = { ...table, lower_bound: String(ids[0]), upper_bound: String(ids.at(-1)) };
  const later = await readRows(chain, between);
  const isKnown = new Set(ids);
  if (!parseRows(table, openOrderRow(pair), later.rows).some(({ id }) => isKnown.has(id)))
    return bookSide([], side, later.more ? 'some' : 'whole');
  await pause(SECOND_LOOK_MS);
  const { rows, more } = await readRows(chain, bookSideQuery(table, index), 1);
  if (rows.length > 0 || more) return bookSide([], side, 'some');
  return refuseIndex(`has no ${side} orders, and the table has`);
}
