import { assertContinuable } from './equal-keys';

const page = (length: number, nextKey: string, more = true) => ({
  ...{ rows: Array.from({ length }, (_, id) => ({ id })), more, nextKey, bytes: 59_000 },
});
const BY_PRICE = { index_position: 2, reverse: false, limit: 100, lower_bound: '80000' };

describe('a page of a secondary index', () => {
  it.each<[string, Parameters<typeof assertContinuable>[0], string]>([
    ['forwards', BY_PRICE, 'lower_bound: more rows have this key'],
    ['by a number', { ...BY_PRICE, lower_bound: 80_000 }, 'lower_bound: more rows have this key'],
    [
      'backwards',
      { index_position: 3, reverse: true, limit: 100, upper_bound: '80000' },
      'upper_bound: more rows have this key',
    ],
  ])('a page that would come again is refused %s, with the rows that fit', (_, input, reason) => {
    const read = () => assertContinuable(input, page(40, '80000'));
    expect(read).toThrow(reason);
    expect(read).toThrow('at most 40 rows');
  });

  it.each<[string, Parameters<typeof assertContinuable>[0], ReturnType<typeof page>]>([
    ['that continues at another key', BY_PRICE, page(40, '80001')],
    ['that is the last one', BY_PRICE, page(40, '', false)],
    ['with all rows that were asked for', BY_PRICE, page(100, '80000')],
    ['of the primary key', { ...BY_PRICE, index_position: 1 }, page(40, '80000')],
    ['without a bound', { index_position: 2, reverse: false, limit: 100 }, page(40, '80000')],
  ])('a page %s is answered', (_, input, answered) => {
    expect(() => assertContinuable(input, answered)).not.toThrow();
  });
});
