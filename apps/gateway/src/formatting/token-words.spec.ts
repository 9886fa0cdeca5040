import type { Token } from '@app/networks';
import { brandedProfile } from '../testing/branded-profile';
import { decimalsText } from './token-words';

const network = (name: 'mainnet' | 'testnet', tokens: readonly Token[]) => ({
  name,
  profile: { tokens: () => tokens },
});
const tokens = brandedProfile.tokens();
const withSix = tokens.map((token) => (token.apiSymbol === 'USDT' ? { ...token, precision: 6 } : token));

describe('words about the tokens of a deployment', () => {
  it('words about the decimals of a token are those of its profile', () => {
    expect(decimalsText([network('mainnet', withSix)], 'USDT')).toBe('6 decimals');
    expect(decimalsText([network('mainnet', withSix)], 'NATIVE')).toBe('4 decimals');
  });

  it('words about the decimals of a token name the networks where these differ', () => {
    const both = [network('mainnet', tokens), network('testnet', withSix)];
    expect(decimalsText(both, 'USDT')).toBe('8 decimals on mainnet, 6 decimals on testnet');
    expect(decimalsText(both, 'BTC')).toBe('8 decimals');
  });

  it('words about the decimals of a token say where no network has it', () => {
    const without = tokens.filter(({ apiSymbol }) => apiSymbol !== 'USDT');
    expect(decimalsText([network('mainnet', without)], 'USDT')).toBe('not configured');
    expect(decimalsText([network('mainnet', without), network('testnet', withSix)], 'USDT')).toBe(
      '6 decimals',
    );
  });
});
