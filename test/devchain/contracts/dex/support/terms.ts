import { parseAsset } from '@app/antelope';
import type { Side } from '../../../../../apps/devchain/src/contracts/dex/matching/order';
import { pairNamed } from '../../../../../apps/devchain/src/contracts/dex/pairs';

export const btcusdt = pairNamed('btcusdt')!;

export const nativebtc = pairNamed('nativebtc')!;

export const { base: BTC, quote: USDT } = btcusdt;

/** `terms('sell', '0.5', '80000')` on btcusdt. */
export function terms(side: Side, quantity: string, price: string) {
  const units = (text: string) => parseAsset(`${Number(text).toFixed(8)} X`).units;
  return { side, base: units(quantity), price: units(price) };
}

export function nativeTerms(side: Side, base: bigint, price: bigint) {
  return { side, base, price };
}
