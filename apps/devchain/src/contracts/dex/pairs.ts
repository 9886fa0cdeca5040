import type { TokenSymbol } from '@app/antelope';

/** A token by the contract it lives in: others may issue the same symbol. */
export interface TradedToken extends TokenSymbol {
  readonly contract: string;
}

/** Prices are quote per base, with `priceDecimals` decimals. */
export interface Pair {
  readonly name: string;
  readonly base: TradedToken;
  readonly quote: TradedToken;
  readonly priceDecimals: number;
}

const BTC: TradedToken = { contract: 'btc.token', symbol: 'BTC', precision: 8 };
const USDT: TradedToken = { contract: 'usdt.token', symbol: 'USDT', precision: 8 };
const NATIVE: TradedToken = { contract: 'eosio.token', symbol: 'NATIVE', precision: 4 };

export const PAIRS: readonly Pair[] = [
  { name: 'btcusdt', base: BTC, quote: USDT, priceDecimals: 8 },
  { name: 'nativebtc', base: NATIVE, quote: BTC, priceDecimals: 10 },
];

export function pairNamed(name: string): Pair | undefined {
  return PAIRS.find((pair) => pair.name === name);
}
