import type { Asset, TokenSymbol } from '@app/antelope';

/** A token, identified by its contract: other contracts may issue the same symbol. */
export interface Token extends TokenSymbol {
  readonly contract: string;
}

export const NATIVE: Token = { contract: 'eosio.token', symbol: 'NATIVE', precision: 4 };
export const BTC: Token = { contract: 'btc.token', symbol: 'BTC', precision: 8 };
export const CBTC: Token = { contract: 'cbtc.token', symbol: 'CBTC', precision: 8 };
export const USDT: Token = { contract: 'usdt.token', symbol: 'USDT', precision: 8 };

/** The contract of the shares of the lending pools. */
export const SHARES_CONTRACT = 'pool.token';

/** The shares of the pools 0 to 6. Source: docs/reference/rules.md, lending. */
export const SHARES: readonly Token[] = ['TP', 'TPA', 'TPB', 'TPC', 'TPD', 'TPE', 'TPF'].map((symbol) => ({
  contract: SHARES_CONTRACT,
  symbol,
  precision: 8,
}));

/** The share of a pool. Throws RangeError for a pool that does not exist. */
export function shareOf(poolId: number): Token {
  const share = SHARES[poolId];
  if (share === undefined) throw new RangeError(`there is no pool ${String(poolId)}`);
  return share;
}

/** True when an asset sent by a contract is that token. Another contract may use the same symbol. */
export function isToken(token: Token, contract: string, asset: TokenSymbol): boolean {
  return contract === token.contract && isSymbolOf(token, asset);
}

export function isSymbolOf(token: Token, { symbol, precision }: TokenSymbol): boolean {
  return symbol === token.symbol && precision === token.precision;
}

export function amountOf({ symbol, precision }: Token, units: bigint): Asset {
  return { units, symbol, precision };
}

/** Units of an amount in whole tokens. */
export function wholeUnits({ precision }: Token, amount: bigint): bigint {
  return amount * 10n ** BigInt(precision);
}
