import { affectedKeyHash } from './affected';

describe('hashes of affected keys', () => {
  const hash = '17fac0e5941f3675be44d341fecc2afca80fdfaad244253d7d98756fa90eed01';

  it.each([
    'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    'EOS57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq',
  ])('affectedKeyHash of %s is the published one', (text) => {
    expect(affectedKeyHash(text)).toBe(hash);
  });

  it('affectedKeyHash refuses a text that is no key: its hash would match nothing and mean "safe"', () => {
    expect(() => affectedKeyHash('PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gU')).toThrow(
      'checksum',
    );
  });
});
