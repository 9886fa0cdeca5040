import { type Asset, MAX_UNITS, type TokenSymbol } from '@app/antelope';
import { check } from '../../kernel/sdk/check';

const MAX_MEMO_BYTES = 256;

/** The same token, that many units of it. */
export function withUnits(asset: Asset, units: bigint): Asset {
  return { ...asset, units };
}

export function isSameSymbol(left: TokenSymbol, right: TokenSymbol): boolean {
  return left.symbol === right.symbol && left.precision === right.precision;
}

/** A quantity within the range of assets, of a symbol that has a name. */
export function isValid({ symbol, units }: Asset): boolean {
  return symbol !== '' && units <= MAX_UNITS && units >= -MAX_UNITS;
}

/** Checks what every action that moves tokens checks of its quantity. */
export function checkQuantity(quantity: Asset, supply: Asset, whenNotPositive: string): void {
  check(isValid(quantity), 'invalid quantity');
  check(quantity.units > 0n, whenNotPositive);
  check(isSameSymbol(quantity, supply), 'symbol precision mismatch');
}

/** The limit is in bytes of UTF-8, not in characters. */
export function checkMemo(memo: string): void {
  check(Buffer.byteLength(memo, 'utf8') <= MAX_MEMO_BYTES, 'memo has more than 256 bytes');
}
