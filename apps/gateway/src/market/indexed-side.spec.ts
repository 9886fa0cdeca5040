import type { OpenOrder, Side } from '../table-rows/open-order';
import { indexedSide } from './indexed-side';

const order = (id: bigint, side: Side, price: bigint): OpenOrder => ({
  ...{ id, account: 'alice', side, price, amount: 1n, total: price },
});
const MISMATCH = 'the contract profile does not match the chain: tables.orders.price_index: the index ';

describe('a side of the book read by the index over prices', () => {
  it('an indexed side counts an order once that stands at the end of one page and at the beginning of the next', () => {
    const [first, second] = [order(1n, 'sell', 5n), order(2n, 'sell', 6n)];
    const side = indexedSide([first, second, second], 'sell', { more: false });
    expect(side.levels.map(({ price, amount }) => [price, amount])).toEqual([
      [5n, 1n],
      [6n, 1n],
    ]);
  });

  it.each([
    ['has a buy order among the sell orders', [order(1n, 'sell', 5n), order(2n, 'buy', 4n)]],
    ['does not have the sell orders best price first', [order(1n, 'sell', 6n), order(2n, 'sell', 5n)]],
  ])('a side of the book read by the index over prices is refused when the index %s', (reason, orders) => {
    expect(() => indexedSide(orders, 'sell', { more: false })).toThrow(MISMATCH + reason);
  });

  it('a side of the book read by the index over prices is empty without orders, and not known where a node gave none of more', () => {
    expect(indexedSide([], 'buy', { more: false })).toMatchObject({
      coverage: 'whole',
      levels: [],
      best: null,
    });
    expect(indexedSide([], 'buy', { more: true })).toMatchObject({
      coverage: 'some',
      levels: [],
      best: null,
    });
  });
});
