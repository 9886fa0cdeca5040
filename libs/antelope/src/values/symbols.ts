import { quoted, ValueError } from '../value-error';

/** A token symbol: its code as the amount is shown, and the number of decimals. */
export interface TokenSymbol {
  symbol: string;
  precision: number;
}

/** Most decimals a symbol may have. Source: eosio::chain::symbol::max_precision. */
export const MAX_PRECISION = 18;

const CODE = /^[A-Z]{0,7}$/;
const SYMBOL = /^(0|[1-9][0-9]?),([A-Z]{0,7})$/;

/**
 * The value of a symbol code, `ABC` = 0x434241; the empty code, which default-made rows hold, is 0.
 * Throws ValueError unless it is at most 7 letters A-Z.
 */
export function symbolCodeToValue(code: string): bigint {
  if (!CODE.test(code)) throw new ValueError(`${quoted(code)} is not a symbol code: 1 to 7 letters A-Z`);
  let value = 0n;
  for (let index = code.length - 1; index >= 0; index--) {
    value = (value << 8n) | BigInt(code.charCodeAt(index));
  }
  return value;
}

/** The symbol code of a value. Throws ValueError for values that are no code (gaps, other letters). */
export function symbolCodeFromValue(value: bigint): string {
  let code = '';
  for (let rest = value; rest > 0n; rest >>= 8n) code += String.fromCharCode(Number(rest & 0xffn));
  if (!CODE.test(code)) throw new ValueError(`0x${value.toString(16)} is not a symbol code`);
  return code;
}

/** The value of a symbol written `4,ABC`. Throws ValueError. */
export function symbolToValue(text: string): bigint {
  const [, precision, code] = SYMBOL.exec(text) ?? [];
  if (precision === undefined || code === undefined) {
    throw new ValueError(`${quoted(text)} is not a symbol like "4,ABC"`);
  }
  return tokenSymbolToValue({ symbol: code, precision: Number(precision) });
}

/** The symbol of a value, written `4,ABC`. Throws ValueError when the value is no symbol. */
export function symbolFromValue(value: bigint): string {
  const { symbol, precision } = tokenSymbolFromValue(value);
  return `${String(precision)},${symbol}`;
}

/** Code and precision of a symbol's value. Throws ValueError when the value is no symbol. */
export function tokenSymbolFromValue(value: bigint): TokenSymbol {
  const precision = checkedPrecision(Number(value & 0xffn));
  return { symbol: symbolCodeFromValue(value >> 8n), precision };
}

/** The value of a symbol given as code and precision. Throws ValueError. */
export function tokenSymbolToValue({ symbol, precision }: TokenSymbol): bigint {
  return (symbolCodeToValue(symbol) << 8n) | BigInt(checkedPrecision(precision));
}

function checkedPrecision(precision: number): number {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return precision;
  throw new ValueError(`a symbol has 0 to ${String(MAX_PRECISION)} decimals, not ${String(precision)}`);
}
