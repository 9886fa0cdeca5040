import { countReached, priceBelow, wholeDollars } from './falling-price';

describe('the price that liquidates a loan', () => {
  it.each([
    ['80000.00000000', '76000'],
    ['84013.07577882', '79812'],
    ['2.5', '2'],
    ['1.00000000', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('the price below %s is %s', (price, expected) => {
    expect(priceBelow(price)).toBe(expected);
  });

  it.each([
    ['80000.99999999', 80_000n],
    ['0.99999999', undefined],
    ['x', undefined],
  ])('the whole dollars of %s are %s', (price, expected) => {
    expect(wholeDollars(price)).toBe(expected);
  });

  it('a price reaches the liquidation prices that are not below it', () => {
    const limits = ['80000.00000001', '80000.00000000', '79999.99999999', null];
    expect(countReached(limits, '80000')).toBe(2);
    expect(countReached(limits, '100000')).toBe(0);
    expect(countReached(limits, '')).toBe(0);
  });
});
