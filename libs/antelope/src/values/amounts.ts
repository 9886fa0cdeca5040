import { formatUnits, parsePositiveDecimal } from './decimals';
import type { TokenSymbol } from './symbols';

/** The largest amount of any token, in its smallest units: 2^62 - 1. Source: eosio::chain::asset::max_amount. */
export const MAX_UNITS = (1n << 62n) - 1n;

/**
 * The smallest units of an amount given by a client, a decimal string or a JSON number.
 * Exact or refused, never rounded. Throws ValueError when it is not a decimal (see DECIMAL_PATTERN), negative,
 * zero, not finite, above MAX_UNITS, has more decimals than the token, or is a number that cannot be exact:
 * one above 2^53, or one that other amounts of this token would have reached us as, too.
 * Source: docs/reference/rules.md, values.
 */
export function parseAmount(input: string | number, token: TokenSymbol): bigint {
  return parsePositiveDecimal(input, {
    precision: token.precision,
    label: token.symbol,
    unit: token.symbol,
    maxUnits: MAX_UNITS,
  });
}

/** An amount in smallest units as a decimal string at the token's full precision, without the symbol. */
export function formatAmount(units: bigint, precision: number): string {
  return formatUnits(units, precision);
}
