import { type Asset, formatAmount, formatPrice } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { Pool } from '../../lookups/pools/pool';
import { shareSymbol } from '../../lookups/pools/share-tokens';
import type { CurveAnswer, PoolAnswer } from './dto/get-pool-stats.dto';
import { borrowAprBps, type RateCurve, sharePrice, supplyAprBps, utilizationBps } from './rates';

/** Decimals of the price of a share in answers. */
const SHARE_PRICE_DECIMALS = 8;

/** A pool as get_pool_stats answers it; `shares` is the supply of its share token, if that is known. */
export function poolAnswer(
  pool: Pool,
  { curve, profile, shares }: { curve: RateCurve; profile: ProfileWithoutTables; shares: Asset | undefined },
): PoolAnswer {
  const usdt = profile.token('USDT');
  // The contract changes the rate when it changes the pool, and not as interest raises the utilization meanwhile.
  const income = pool.debts ?? { aprBps: borrowAprBps(curve, pool), bearing: pool.outstanding };
  return {
    pool_id: pool.poolId,
    share_symbol: shares === undefined ? null : shareSymbol(profile, shares.symbol),
    available: formatAmount(pool.available, usdt.precision),
    outstanding: formatAmount(pool.outstanding, usdt.precision),
    utilization_bps: Number(utilizationBps(pool)),
    borrow_apr_bps: Number(income.aprBps),
    supply_apr_bps: Number(supplyAprBps(income, pool)),
    share_price: shares === undefined ? null : priceText(pool, shares, usdt.precision),
  };
}

export function curveAnswer(curve: RateCurve): CurveAnswer {
  return {
    base_apr_bps: Number(curve.baseAprBps),
    kink_utilization_bps: Number(curve.kinkUtilizationBps),
    kink_apr_bps: Number(curve.kinkAprBps),
    max_apr_bps: Number(curve.maxAprBps),
  };
}

function priceText(pool: Pool, { units, precision }: Asset, quote: number): string {
  const price = sharePrice(pool, units, { price: SHARE_PRICE_DECIMALS, quote, share: precision });
  return formatPrice(price, SHARE_PRICE_DECIMALS);
}
