import type { ContractContext } from '../../../kernel/sdk/contract-context';
import type { Fill } from '../matching/matching';
import type { Order, Side } from '../matching/order';
import { sideOfBook } from '../matching/price-time';
import type { Pair } from '../pairs';
import { ordersTable } from '../tables';
import { orderOfRow, rowOfOrder } from './order-row';

/** The open orders of a pair. */
export class Book {
  readonly #rows;

  constructor(
    private readonly context: ContractContext,
    private readonly pair: Pair,
  ) {
    this.#rows = context.table(ordersTable, pair.name);
  }

  /** Best first. Read on demand. */
  *side(side: Side): Generator<Order> {
    for (const { row } of this.#rows.indexed('pricetime', sideOfBook(side))) yield orderOfRow(this.pair, row);
  }

  find(identifier: bigint): Order | undefined {
    const row = this.#rows.find(identifier);
    return row && orderOfRow(this.pair, row);
  }

  add(order: Order): void {
    this.#rows.emplace(this.context.receiver, rowOfOrder(this.pair, order));
  }

  remove(order: Order): void {
    this.#rows.erase(rowOfOrder(this.pair, order));
  }

  /** A filled order keeps its place in the book while anything is left of it. */
  fill({ maker, left }: Fill): void {
    if (left === undefined) this.remove(maker);
    else this.#rows.modify(rowOfOrder(this.pair, maker), rowOfOrder(this.pair, left));
  }
}
