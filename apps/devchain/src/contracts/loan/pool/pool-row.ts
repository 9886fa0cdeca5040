import { amountOf, type Token, USDT } from '../../shared/tokens';
import type { PoolRow } from '../tables';
import { aprBpsOf, type Pool } from './pool';
import type { RateCurve } from './rate-curve';

const usdt = (units: bigint) => amountOf(USDT, units);

export function rowOfPool(pool: Pool, curve: RateCurve, share: Token): PoolRow {
  return {
    pool_id: pool.poolId,
    available: usdt(pool.available),
    outstanding_amount: usdt(pool.outstanding),
    deposit: usdt(pool.deposit),
    interest_accrued: usdt(pool.interestAccrued),
    redemption_proceeds: usdt(pool.redemptionProceeds),
    loss: usdt(pool.loss),
    shares: amountOf(share, pool.shares),
    borrow_apr_bps: aprBpsOf(pool, curve),
    debt_shares: pool.debtShares,
    interest_remainder: pool.interestRemainder,
    updated_at: pool.updatedAtSec * 1000,
  };
}

export function poolOfRow(row: PoolRow): Pool {
  return {
    poolId: row.pool_id,
    available: row.available.units,
    outstanding: row.outstanding_amount.units,
    deposit: row.deposit.units,
    interestAccrued: row.interest_accrued.units,
    redemptionProceeds: row.redemption_proceeds.units,
    loss: row.loss.units,
    shares: row.shares.units,
    debtShares: row.debt_shares,
    interestRemainder: row.interest_remainder,
    updatedAtSec: row.updated_at / 1000,
  };
}
