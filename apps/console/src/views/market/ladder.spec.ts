import { ladder } from './ladder';

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
