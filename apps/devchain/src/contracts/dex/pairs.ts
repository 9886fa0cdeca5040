import { BTC, NATIVE, type Token, USDT } from '../shared/tokens';

/** Prices are quote per base, with `priceDecimals` decimals. */
export interface Pair {
  readonly name: string;
  readonly base: Token;
  readonly quote: Token;
  readonly priceDecimals: number;
}

export const PAIRS: readonly Pair[] = [
  { name: 'btcusdt', base: BTC, quote: USDT, priceDecimals: 8 },
  { name: 'nativebtc', base: NATIVE, quote: BTC, priceDecimals: 10 },
];

export function pairNamed(name: string): Pair | undefined {
  return PAIRS.find((pair) => pair.name === name);
}
