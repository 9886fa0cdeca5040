import type { OpenOrder, Side } from '../../table-rows/open-order';
import { priceIndexFinding } from './price-index-finding';

const order = (side: Side, price: bigint): OpenOrder => ({
  ...{ id: price, account: 'alice', side, price, amount: 1n, total: 1n },
});
const buys = [order('buy', 90n), order('buy', 80n)];
const sells = [order('sell', 100n), order('sell', 110n)];

describe('priceIndexFinding', () => {
  it.each([
    ['each side begins with its best price', { buy: buys, sell: sells }, [...buys, ...sells]],
    ['an empty book has no orders', { buy: [], sell: [] }, []],
    ['only one side has orders', { buy: buys, sell: [] }, buys],
  ])('priceIndexFinding is undefined when %s', (_, first, known) => {
    expect(priceIndexFinding({ first, known })).toBeUndefined();
  });

  it.each([
    [
      'begins with the worst buy',
      { buy: [...buys].reverse(), sell: sells },
      'price_index.buys does not begin',
    ],
    [
      'begins with the worst sell',
      { buy: buys, sell: [...sells].reverse() },
      'price_index.sells does not begin',
    ],
    ['finds no sell', { buy: buys, sell: [] }, 'price_index.sells finds no orders'],
    [
      'mixes the sides',
      { buy: [...buys, ...sells], sell: sells },
      'price_index.buys holds orders of the other',
    ],
  ])('priceIndexFinding is reported when the index %s', (_, first, reason) => {
    expect(priceIndexFinding({ first, known: [...buys, ...sells] })).toContain(reason);
  });
});
