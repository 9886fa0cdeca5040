import type { Json } from '@app/antelope';
import type { Pair } from '@app/networks';
import { Chains, parseRows, readRows, rowsWhere } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileWatch } from '../chain/profile-watch';
import { type OpenOrder, openOrderRow } from './open-order';
import { buildOrderbook, type Orderbook } from './orderbook';
import { type Trade, tradeRow } from './trade';

/** What was read of a table; `isTruncated`: the table goes on behind it. */
interface Partly {
  readonly isTruncated: boolean;
}

/** The tables of the exchange, read and parsed. */
@Injectable()
export class Exchange {
  /** Equal reads of one moment share their rows, and with them what was made of these: a book has hundreds. */
  readonly #orders = new WeakMap<readonly Json[], readonly OpenOrder[]>();
  readonly #books = new WeakMap<readonly OpenOrder[], Orderbook>();

  constructor(
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
  ) {}

  /** The open orders of a pair, oldest first: the table's own order. */
  async openOrders(network: string, pair: Pair): Promise<Partly & { readonly orders: readonly OpenOrder[] }> {
    const table = this.#ordersOf(network, pair);
    const { rows, more } = await readRows(this.chains.of(network), table);
    const orders = this.#orders.get(rows) ?? parseRows(table, openOrderRow(pair), rows);
    this.#orders.set(rows, orders);
    return { orders, isTruncated: more };
  }

  /** The open orders of a pair by price. */
  async orderbook(network: string, pair: Pair): Promise<Partly & { readonly book: Orderbook }> {
    const { orders, isTruncated } = await this.openOrders(network, pair);
    const book = this.#books.get(orders) ?? buildOrderbook(orders);
    this.#books.set(orders, book);
    return { book, isTruncated };
  }

  /** One open order of a pair; undefined when it is not in the book. */
  async openOrder(network: string, pair: Pair, id: number): Promise<OpenOrder | undefined> {
    const table = this.#ordersOf(network, pair);
    const only = { lower_bound: String(id), upper_bound: String(id) };
    const { rows } = await readRows(this.chains.of(network), { ...table, ...only }, 1);
    return parseRows(table, openOrderRow(pair), rows).find((order) => order.id === BigInt(id));
  }

  /**
   * Up to `limit` trades of a pair, newest first. All pairs share one scope; rows of pairs that the profile
   * does not know are passed over.
   */
  async trades(
    network: string,
    pair: Pair,
    limit: number,
  ): Promise<Partly & { readonly trades: readonly Trade[] }> {
    const table = this.profiles.table(network, 'trades', { pair: pair.chainName });
    const { rows, more } = await readRows(this.chains.of(network), { ...table, reverse: true });
    const ofPair = rowsWhere(table, rows, 'pair', pair.chainName).slice(0, limit);
    return { trades: parseRows(table, tradeRow(pair), ofPair), isTruncated: more };
  }

  #ordersOf(network: string, pair: Pair) {
    return this.profiles.table(network, 'orders', { pair: pair.chainName });
  }
}
