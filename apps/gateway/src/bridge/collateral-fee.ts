import { parseAmount, ValueError } from '@app/antelope';
import type { Token } from '@app/networks';
import { shownAmount, unitsOf } from '../chain/token-amount';

/** Source of all three: docs/rules.md, lending. */
export const COLLATERAL_FEE_BPS = 50n;
export const MAX_COLLATERAL_FEE = '0.005';
export const MIN_COLLATERAL_WITHDRAWAL = '0.0008';

/** Fee the vault bridge takes on the way out, in CBTC units: 50 bps rounded up, never more than 0.005 CBTC. */
export function collateralWithdrawalFee(amount: bigint, cbtc: Token): bigint {
  const part = (amount * COLLATERAL_FEE_BPS + 9_999n) / 10_000n;
  const cap = parseAmount(MAX_COLLATERAL_FEE, cbtc);
  return part < cap ? part : cap;
}

/**
 * Units of an amount of collateral to withdraw.
 * @throws ValueError for one that is no amount, or below the minimum.
 */
export function collateralUnitsOf(amount: string | number, cbtc: Token): bigint {
  const units = unitsOf(amount, cbtc);
  const minimum = parseAmount(MIN_COLLATERAL_WITHDRAWAL, cbtc);
  if (units < minimum) {
    throw new ValueError(`${shownAmount(units, cbtc)} is below the minimum of ${shownAmount(minimum, cbtc)}`);
  }
  return units;
}
