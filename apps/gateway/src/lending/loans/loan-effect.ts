import { formatAmount, formatPrice } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import type { LoanEffectAnswer } from '../../composing/simulation.answer';
import { liquidationPrice } from './loan-limits';
import { ltvBps } from './loan-to-value';

/** Debt of an account in USDT units and its collateral in CBTC units. */
export interface Holding {
  readonly debt: bigint;
  readonly collateral: bigint;
}

/**
 * A loan before and after a transaction. Pure.
 * @param price USD per BTC in units of PRICE_DECIMALS; null when there is none that may be used
 */
export function loanEffect(
  before: Holding,
  after: Holding,
  price: bigint | null,
  profile: ProfileWithoutTables,
): LoanEffectAnswer {
  const ltv = (holding: Holding): number | null => {
    const bps = price === null ? null : ltvBps({ ...holding, price }, profile);
    return bps === null ? null : Number(bps);
  };
  const liquidatedAt = liquidationPrice(after, profile);
  return {
    debt_after: formatAmount(after.debt, profile.token('USDT').precision),
    ltv_bps_before: ltv(before),
    ltv_bps_after: ltv(after),
    liquidation_price_after: liquidatedAt === undefined ? null : formatPrice(liquidatedAt, PRICE_DECIMALS),
  };
}
