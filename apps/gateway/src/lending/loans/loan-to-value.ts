import { parseAmount, quoteUnitsOf } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';

/** The smallest loan is worth this much BTC. Source: docs/reference/rules.md, lending. */
export const MINIMUM_LOAN_BTC = '0.001';

const WHOLE_BPS = 10_000n;

/** Debt and collateral of a loan: USDT and CBTC in units, USD per BTC in units of PRICE_DECIMALS. */
export interface Position {
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly price: bigint;
}

/**
 * Debt over the value of the collateral, in basis points, rounded up: a loan never looks safer than it is.
 * Null when there is a debt and no collateral: no number is that large.
 */
export function ltvBps({ debt, collateral, price }: Position, profile: ProfileWithoutTables): bigint | null {
  if (debt === 0n) return 0n;
  const value = collateral * price;
  if (value === 0n) return null;
  const { USDT, CBTC } = precisions(profile);
  const dividend = debt * WHOLE_BPS * 10n ** BigInt(CBTC + PRICE_DECIMALS);
  const divisor = value * 10n ** BigInt(USDT);
  return (dividend + divisor - 1n) / divisor;
}

/** The smallest loan in USDT units at a price, rounded up. */
export function minimumLoan(price: bigint, profile: ProfileWithoutTables): bigint {
  const { BTC, USDT } = precisions(profile);
  const floor = parseAmount(MINIMUM_LOAN_BTC, { symbol: 'BTC', precision: BTC });
  return quoteUnitsOf(floor, BTC, price, PRICE_DECIMALS, USDT, 'ceil');
}

function precisions(profile: ProfileWithoutTables) {
  const precision = (symbol: 'BTC' | 'USDT' | 'CBTC') => profile.token(symbol).precision;
  return { BTC: precision('BTC'), USDT: precision('USDT'), CBTC: precision('CBTC') };
}
