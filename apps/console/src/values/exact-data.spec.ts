import { exactData } from './exact-data';

describe('data of a history node', () => {
  it.each([
    [
      { from: 'a', quantity: '0.10000000 BTC', amount: 0.1, symbol: 'BTC' },
      { from: 'a', quantity: '0.10000000 BTC' },
    ],
    [{ balance: '1.00 USDT', amount: 1, symbol: 'USDT' }, { balance: '1.00 USDT' }],
    [{ amount: 7 }, { amount: 7 }],
    [
      { quantity: '1 X', amount: '7', symbol: 'Y' },
      { quantity: '1 X', amount: '7', symbol: 'Y' },
    ],
    ['ff00', 'ff00'],
    [null, null],
    [[1], [1]],
  ])('%j is shown as %j', (data, shown) => {
    expect(exactData(data)).toEqual(shown);
  });
});
