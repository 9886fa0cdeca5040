import { priceBelow } from './price-below';

describe('the price that liquidates a loan', () => {
  it.each([
    ['84013.07577882', '84012'],
    ['84013.00000000', '84012'],
    ['2.5', '1'],
    ['1.99999999', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('the price below %s is %s', (price, expected) => {
    expect(priceBelow(price)).toBe(expected);
  });
});
