import type { OpenOrder, Side } from '../table-rows/open-order';
import { indexedSide } from './indexed-side';

const order = (id: bigint, side: Side, price: bigint): OpenOrder => ({
  ...{ id, account: 'alice', side, price, amount: 1n, total: price },
});
const MISMATCH = 'the contract profile does not match the chain: tables.orders.price_index: the index ';

describe('a side of the book read by the index over prices', () => {
  it('an indexed side counts an order once that stands at the end of one page and at the beginning of the next', () => {
    const [first, second] = [order(1n, 'sell', 5n), order(2n, 'sell', 6n)];
    const side = indexedSide([first, second, second], 'sell', { more: false, isExpected: true });
    expect(side.levels.map(({ price, amount }) => [price, amount])).toEqual([
      [5n, 1n],
      [6n, 1n],
    ]);
  });

  it.each([
    ['has no sell orders, and the table has', []],
    ['has a buy order among the sell orders', [order(1n, 'sell', 5n), order(2n, 'buy', 4n)]],
    ['does not have the sell orders best price first', [order(1n, 'sell', 6n), order(2n, 'sell', 5n)]],
  ])('a side of the book read by the index over prices is refused when the index %s', (reason, orders) => {
    expect(() => indexedSide(orders, 'sell', { more: false, isExpected: true })).toThrow(MISMATCH + reason);
  });

  it('a side of the book read by the index over prices may be empty when the table has no orders of the side', () => {
    expect(indexedSide([], 'buy', { more: false, isExpected: false })).toMatchObject({
      levels: [],
      best: null,
    });
  });
});
