import type { Asset, TokenSymbol } from '@app/antelope';

/** A token by the contract it lives in: others may issue the same symbol. */
export interface Token extends TokenSymbol {
  readonly contract: string;
}

export const BTC: Token = { contract: 'btc.token', symbol: 'BTC', precision: 8 };
export const CBTC: Token = { contract: 'cbtc.token', symbol: 'CBTC', precision: 8 };

/** True when an asset sent by a contract is that token, and no other that looks like it. */
export function isToken(token: Token, contract: string, asset: TokenSymbol): boolean {
  return contract === token.contract && isSymbolOf(token, asset);
}

export function isSymbolOf(token: Token, { symbol, precision }: TokenSymbol): boolean {
  return symbol === token.symbol && precision === token.precision;
}

export function amountOf({ symbol, precision }: Token, units: bigint): Asset {
  return { units, symbol, precision };
}
