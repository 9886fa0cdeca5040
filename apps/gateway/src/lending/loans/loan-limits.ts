import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import type { Position } from './loan-to-value';

const WHOLE_BPS = 10_000n;

/**
 * Both sides of the comparison that the lending contract makes, exactly: a position is at or above a limit when
 * `debt x debtScale >= collateral x price x limitBps x valueScale`. Source: docs/contracts/loan.md, borrowing.
 */
function scales(profile: ProfileWithoutTables) {
  const precision = (symbol: 'USDT' | 'CBTC') => BigInt(profile.token(symbol).precision);
  return {
    debtScale: WHOLE_BPS * 10n ** (precision('CBTC') + BigInt(PRICE_DECIMALS)),
    valueScale: 10n ** precision('USDT'),
  };
}

/** The largest debt, in USDT units, that is still below the highest LTV of a new loan. */
export function largestDebt(
  { collateral, price }: Omit<Position, 'debt'>,
  profile: ProfileWithoutTables,
): bigint {
  const { debtScale, valueScale } = scales(profile);
  const bound = profile.lendingTerms.maxLtvBps * collateral * price * valueScale;
  return bound === 0n ? 0n : (bound - 1n) / debtScale;
}

/** The smallest collateral, in CBTC units, with which a debt is below the highest LTV; undefined at a price of zero. */
export function smallestCollateral(
  { debt, price }: Omit<Position, 'collateral'>,
  profile: ProfileWithoutTables,
): bigint | undefined {
  if (debt === 0n) return 0n;
  const { debtScale, valueScale } = scales(profile);
  const divisor = profile.lendingTerms.maxLtvBps * price * valueScale;
  return divisor === 0n ? undefined : (debt * debtScale) / divisor + 1n;
}

/**
 * The highest price, in units of PRICE_DECIMALS, at which a loan is at or above the LTV of liquidation. Undefined for a
 * debt of nothing, and without collateral: then it is at every price.
 */
export function liquidationPrice(
  { debt, collateral }: Omit<Position, 'price'>,
  profile: ProfileWithoutTables,
): bigint | undefined {
  if (debt === 0n || collateral === 0n) return undefined;
  const { debtScale, valueScale } = scales(profile);
  return (debt * debtScale) / (profile.lendingTerms.liquidationLtvBps * collateral * valueScale);
}
