import { formatAsset, parseAmount } from '@app/antelope';
import type { Token } from '@app/networks';

/**
 * Units of an amount that a client gave, exactly. Errors name the symbol of the API.
 * @throws ValueError
 */
export function unitsOf(amount: string | number, { apiSymbol, precision }: Token): bigint {
  return parseAmount(amount, { symbol: apiSymbol, precision });
}

/** An amount in the chain's format. */
export function chainAmount(units: bigint, { symbol, precision }: Token): string {
  return formatAsset({ units, symbol, precision });
}

/** An amount for display, with the symbol of the API. */
export function displayAmount(units: bigint, { apiSymbol, precision }: Token): string {
  return formatAsset({ units, symbol: apiSymbol, precision });
}
