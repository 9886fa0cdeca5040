import { formatAmount, formatPrice } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import type { EarlierSteps, Holding } from '../../composing/effects/step-run';
import type { LoanEffectAnswer } from '../../composing/simulation.answer';
import { movesCollateral, usdtPaidTo } from '../lending-payments';
import type { VaultState } from '../vaults/vault-limits';
import { liquidationPrice } from './loan-limits';
import { ltvBps } from './loan-to-value';

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

/**
 * The loan of an account before a step; undefined where it is not known: a step after the last one that knows it may
 * have opened it, as `lend` does for a request of the same account that was queued, or sold collateral of it, as the
 * processing of the queue does.
 */
export function holdingBefore(
  { areTraced, holding, sinceHolding }: EarlierSteps,
  state: Pick<VaultState, 'debt' | 'collateral'> | undefined,
  { account, profile }: { readonly account: string; readonly profile: ProfileWithoutTables },
): Holding | undefined {
  if (!areTraced || usdtPaidTo(profile, account, sinceHolding).length > 0) return undefined;
  if (movesCollateral(profile, sinceHolding)) return undefined;
  if (holding !== undefined) return holding;
  return state?.debt === undefined ? undefined : { debt: state.debt, collateral: state.collateral };
}
