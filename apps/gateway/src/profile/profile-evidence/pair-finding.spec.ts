import { pairFinding } from './pair-finding';

const NAMED = ['btcusdt', 'nativebtc'];

describe('pairFinding', () => {
  it.each([
    ['has orders', ['btcusdt'], []],
    ['has trades and an empty book', ['nativebtc'], ['btcusdt', 'other']],
    ['cannot be told on an exchange without rows', [], []],
    ['cannot be told when all pairs with rows are others of the profile', ['nativebtc'], ['nativebtc']],
  ])('pairFinding is undefined for a pair that %s', (_, books, traded) => {
    expect(pairFinding('btcusdt', NAMED, { books, traded })).toBeUndefined();
  });

  it('pairFinding names the pairs of the chain when one of them is not in the profile', () => {
    expect(
      pairFinding('btcusdx', ['btcusdx', 'nativebtc'], { books: ['nativebtc'], traded: ['btcusdt'] }),
    ).toBe('the chain has no orders and no trades of btcusdx; it has pairs: btcusdt, nativebtc');
  });
});
