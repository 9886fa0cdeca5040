import { quoted, ValueError } from '../value-error';
import { MAX_UNITS } from './amounts';
import { formatUnits } from './decimals';
import { MAX_PRECISION, type TokenSymbol } from './symbols';

/** An amount with its token, as the chain holds it: it may be zero or negative. */
export interface Asset extends TokenSymbol {
  units: bigint;
}

const ASSET = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))? ([A-Z]{0,7})$/;
const LONGEST_TEXT = 48;

/**
 * Reads an asset as the chain prints it, `1.0000 ABC`: the decimals are the precision. One format only (one
 * blank, no leading zeros, no `-0`); zero and negative amounts are chain data and fine; so is the symbol without
 * a name that default-made rows hold. Throws ValueError; beyond +-MAX_UNITS and 18 decimals, too.
 */
export function parseAsset(text: string): Asset {
  const parts = text.length > LONGEST_TEXT ? null : ASSET.exec(text);
  if (parts === null) throw new ValueError(`${quoted(text)} is not an asset like "1.0000 ABC"`);
  const [, sign = '', whole = '', fraction = '', symbol = ''] = parts;
  const magnitude = BigInt(whole + fraction);
  if (sign === '-' && magnitude === 0n) throw new ValueError(`${quoted(text)} is a negative zero`);
  if (fraction.length > MAX_PRECISION) {
    throw new ValueError(`${quoted(text)} has more than ${String(MAX_PRECISION)} decimals`);
  }
  if (magnitude > MAX_UNITS) throw new ValueError(`${quoted(text)} is beyond the largest asset`);
  return { units: sign === '-' ? -magnitude : magnitude, symbol, precision: fraction.length };
}

/** An asset as the chain prints it: `1.0000 ABC`. */
export function formatAsset({ units, symbol, precision }: Asset): string {
  return `${formatUnits(units, precision)} ${symbol}`;
}
