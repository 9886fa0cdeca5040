import { ladder, noBestText, noSpreadText } from './ladder';

const level = (price: string, amount: string) => ({ price, amount, total: '0', orders: 1 });

describe('the price ladder', () => {
  it('the ladder sums amounts exactly, and scales the bars by the deeper side', () => {
    const { bids, asks } = ladder(
      [level('10', '0.10000000'), level('9', '0.20000000')],
      [level('11', '0.50000000'), level('12', '0.70000000')],
    );
    expect(bids.map(({ cumulated, share }) => [cumulated, share])).toEqual([
      ['0.10000000', 833],
      ['0.30000000', 2500],
    ]);
    expect(asks.map(({ cumulated, share }) => [cumulated, share])).toEqual([
      ['0.50000000', 4166],
      ['1.20000000', 10_000],
    ]);
  });

  it('the ladder keeps that a level has at least its amount', () => {
    const { asks } = ladder([], [level('11', '1'), { ...level('12', '2'), at_least: true }]);
    expect(asks.map(({ at_least, cumulated }) => [at_least, cumulated])).toEqual([
      [undefined, '1'],
      [true, '3'],
    ]);
  });

  it('the ladder of an empty book has no steps', () => {
    expect(ladder([], [])).toEqual({ bids: [], asks: [] });
  });

  it('the sums keep every digit of large amounts', () => {
    const { bids } = ladder([level('1', '90071992547.40993001'), level('1', '0.00000001')], []);
    expect(bids.at(-1)?.cumulated).toBe('90071992547.40993002');
  });
});

describe('a price that a book does not have', () => {
  const some = [level('10', '0.1')];
  const whole = { bids: some, asks: some, truncated: false };
  it.each([
    ['a side is empty', { ...whole, asks: [] }, 'none: a side is empty'],
    ['the sides overlap', whole, 'not known'],
    ['a side was not read', { ...whole, bids: [], truncated: true }, 'not known'],
    ['the best orders were not read', { ...whole, truncated: true }, 'not known'],
  ])('the spread where %s', (_, book, text) => {
    expect(noSpreadText(book)).toBe(text);
  });

  it('a best price is none of a side without orders, and not known of a side that was not read', () => {
    expect(noBestText({ truncated: false })).toBe('none');
    expect(noBestText({ truncated: true })).toBe('not known');
  });
});
