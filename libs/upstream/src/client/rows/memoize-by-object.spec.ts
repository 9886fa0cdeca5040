import { memoizeByObject } from './memoize-by-object';

describe('memoizeByObject', () => {
  it('memoizeByObject makes one value for each key, and no second one', () => {
    const [one, other] = [{ symbol: 'BTC' }, { symbol: 'BTC' }];
    const made: object[] = [];
    const parser = memoizeByObject((key: object) => {
      made.push(key);
      return { key };
    });
    expect(parser(one)).toBe(parser(one));
    expect(parser(other)).not.toBe(parser(one));
    expect(parser(other).key).toBe(other);
    expect(made).toEqual([one, other]);
  });
});
