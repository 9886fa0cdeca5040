import type { Json } from '@app/antelope';
import { type Pair, type PriceIndex, profileEntry, type TableAddress } from '@app/networks';
import { MAX_SCANNED_ROWS, parseRows, readPages, readRows, ROW_PAGE } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { type OpenOrder, openOrderRow, type Side } from '../table-rows/open-order';
import { emptiedSide } from './emptied-side';
import { indexedSide, readIndexedSide } from './indexed-side';
import { buildOrderbook, type Orderbook, orderbookOf } from './orderbook';
import type { Network } from '../network/network';

/** An order book; `isTruncated`: it has more orders than one page. */
export interface OrderbookRead {
  readonly book: Orderbook;
  readonly isTruncated: boolean;
}

/** Reads and parses the order books of the exchange. */
@Injectable()
export class OrderbookReader {
  /** Equal reads of one moment share their rows, and with them what was made of these for a pair: a book has hundreds. */
  readonly #books = new WeakMap<readonly Json[], { readonly pair: Pair; readonly book: Orderbook }>();

  /**
   * The open orders of a pair by price. A book of one page is one request, and whole. Of a larger one the best
   * orders of each side are read by the index over prices; where the profile knows no such index, up to
   * MAX_SCANNED_ROWS orders are read, and nothing is known of the best price when that is not all.
   */
  async orderbook(network: Network, pair: Pair): Promise<OrderbookRead> {
    const table = this.#tableOf(network, pair);
    const index = network.profile.priceIndex();
    const maxRows = index === undefined ? MAX_SCANNED_ROWS : ROW_PAGE;
    const { pages, more } = await readPages(network.chain, table, { maxRows });
    const [first = []] = pages;
    if (!more && pages.length === 1) return { book: this.#wholeBook(table, pair, first), isTruncated: false };
    const orders = this.#parsed(table, pair, pages);
    const isTruncated = more || orders.length > ROW_PAGE;
    if (!more) return { book: buildOrderbook(orders), isTruncated };
    if (index === undefined) return { book: buildOrderbook(orders, 'some'), isTruncated };
    return { book: await this.#indexedBook({ network, pair, table, index, known: orders }), isTruncated };
  }

  /** One open order of a pair; undefined when it is not in the book. */
  async openOrder(network: Network, pair: Pair, id: number): Promise<OpenOrder | undefined> {
    const table = this.#tableOf(network, pair);
    const only = { lower_bound: String(id), upper_bound: String(id) };
    const { rows } = await readRows(network.chain, { ...table, ...only }, 1);
    return parseRows(table, openOrderRow(pair), rows).find((order) => order.id === BigInt(id));
  }

  async #indexedBook({
    network,
    pair,
    table,
    index,
    known,
  }: {
    readonly network: Network;
    readonly pair: Pair;
    readonly table: TableAddress;
    readonly index: PriceIndex;
    readonly known: readonly OpenOrder[];
  }): Promise<Orderbook> {
    const side = async (side: Side) => {
      const { pages, more } = await readIndexedSide(network.chain, table, index[side]);
      const orders = this.#parsed(table, pair, pages);
      const [first, ...others] = known.filter((order) => order.side === side);
      if (orders.length > 0 || more || first === undefined) return indexedSide(orders, side, { more });
      return emptiedSide(network.chain, { pair, table, index: index[side], had: [first, ...others] });
    };
    return orderbookOf(...(await Promise.all([side('buy'), side('sell')])));
  }

  #wholeBook(table: TableAddress, pair: Pair, rows: readonly Json[]): Orderbook {
    const known = this.#books.get(rows);
    if (known?.pair === pair) return known.book;
    const book = buildOrderbook(this.#parsed(table, pair, [rows]));
    this.#books.set(rows, { pair, book });
    return book;
  }

  #parsed(table: TableAddress, pair: Pair, pages: readonly (readonly Json[])[]): readonly OpenOrder[] {
    return pages.flatMap((rows) => parseRows(table, openOrderRow(pair), rows));
  }

  #tableOf(network: Network, pair: Pair): TableAddress {
    network.assertEntries(profileEntry.pair(pair.apiName));
    return network.table('orders', { pair: pair.chainName });
  }
}
