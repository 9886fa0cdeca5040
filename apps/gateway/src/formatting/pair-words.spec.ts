import type { ContractProfile, Pair } from '@app/networks';
import { brandedProfile } from '../testing/branded-profile';
import { lockedText, pairNames, pairTexts } from './pair-words';

const network = (name: 'mainnet' | 'testnet', pairs: readonly Pair[]) => {
  const profile: Pick<ContractProfile, 'pairs'> = { pairs: () => [...pairs] };
  return { name, profile };
};
const [btcusdt, nativebtc] = brandedProfile.pairs() as [Pair, Pair];
const nativeusdt: Pair = { ...nativebtc, apiName: 'nativeusdt', quote: btcusdt.quote, priceDecimals: 6 };

describe('words about the pairs of a deployment', () => {
  it('words about pairs name each pair once, with units and decimals', () => {
    const both = [btcusdt, nativebtc];
    expect(pairTexts([network('mainnet', both), network('testnet', both)])).toEqual({
      'pair.first': 'btcusdt',
      'pair.last': 'nativebtc',
      'pairs.all': 'both',
      'pairs.meanings': 'btcusdt is BTC priced in USDT, nativebtc is NATIVE priced in BTC',
      'pairs.units': 'USDT per BTC for btcusdt, BTC per NATIVE for nativebtc',
      'pairs.bases': 'BTC for btcusdt, NATIVE for nativebtc',
      'pairs.price_decimals': 'USDT with up to 8 decimals for btcusdt, BTC with up to 10 for nativebtc',
      'pairs.base_decimals': 'BTC (8 decimals) for btcusdt, NATIVE (4) for nativebtc',
    });
  });

  it('words about pairs name the network of a pair that networks mean different things by', () => {
    const other = { ...btcusdt, priceDecimals: 2 };
    const texts = pairTexts([network('mainnet', [btcusdt]), network('testnet', [other, nativebtc])]);
    expect(texts['pairs.price_decimals']).toBe(
      'USDT with up to 8 decimals for btcusdt of mainnet, USDT with up to 2 for btcusdt of testnet, ' +
        'BTC with up to 10 for nativebtc',
    );
  });

  it('words about pairs say where there is none', () => {
    const none = [network('mainnet', [])];
    expect(pairNames(none)).toEqual([]);
    expect(pairTexts(none)).toMatchObject({ 'pairs.units': 'no pair is configured', 'pairs.all': 'all' });
    expect(lockedText(none, 'BTC')).toBeUndefined();
  });

  it('words about many pairs stay short, and the list of pairs is whole', () => {
    const many = Array.from({ length: 90 }, (_, index) => ({ ...btcusdt, apiName: `pair${index}` }));
    const texts = pairTexts([network('mainnet', many)]);
    for (const text of Object.values(texts)) expect(text.length).toBeLessThan(190);
    expect(texts['pairs.bases']).toMatch(/^BTC for pair0, .*, and \d+ more$/);
    expect(pairNames([network('mainnet', many)])).toHaveLength(90);
  });

  it('words about locked tokens name the sells and buys that lock them', () => {
    const of = [network('mainnet', [btcusdt, nativebtc, nativeusdt])];
    expect(lockedText(of, 'BTC')).toBe('In sells of btcusdt and buys of nativebtc');
    expect(lockedText(of, 'USDT')).toBe('In buys of btcusdt, nativeusdt');
    expect(lockedText(of, 'NATIVE')).toBe('In sells of nativebtc, nativeusdt');
    expect(lockedText(of, 'TPF')).toBeUndefined();
  });
});
