import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import type { Pools } from '../pool/pools';
import { redeem, valueOfShares } from '../pool/shares';
import { type RedemptionRow, redemptionsTable } from '../tables';
import { pay, retireShares } from '../token-actions';

/** Redemptions of one pool that one action pays at most. */
const MAX_FILLS = 20;

/** Pays redemptions of a pool with its available USDT, first come first served, the last one possibly in part. */
export function fillRedemptions(context: ContractContext, pools: Pools, poolId: number): void {
  let remaining = MAX_FILLS;
  for (const { row } of context.table(redemptionsTable, context.receiver).indexed('pool', rangeOf(poolId))) {
    if (remaining === 0 || !fillRedemption(context, pools, row)) return;
    remaining--;
  }
}

/** True when a redemption waits for the liquidity of a pool. */
export function hasRedemptions(context: ContractContext, poolId: number): boolean {
  return context.table(redemptionsTable, context.receiver).findBy('pool', BigInt(poolId)) !== undefined;
}

/** Removes a redemption from the queue and returns its shares. */
export function returnShares(context: ContractContext, pools: Pools, row: RedemptionRow, memo: string): void {
  context.table(redemptionsTable, context.receiver).erase(row);
  pay(context, pools.share(row.pool_id), row.account, row.quantity.units, memo);
}

/** Pays a redemption, or a part of it; false when the pool cannot pay. */
function fillRedemption(context: ContractContext, pools: Pools, row: RedemptionRow): boolean {
  const before = pools.get(row.pool_id);
  if (before.available === 0n) return false;
  // Shares that a loss made worthless are returned, not burned.
  if (valueOfShares(before, row.quantity.units) === 0n) {
    returnShares(context, pools, row, 'worthless shares');
    return true;
  }
  const { pool, paid, burned } = redeem(before, row.quantity.units);
  if (paid === 0n) return false;
  const queue = context.table(redemptionsTable, context.receiver);
  const share = pools.share(row.pool_id);
  const remaining = row.quantity.units - burned;
  const memo = `redemption ${String(row.id)}`;
  pools.set(pool);
  retireShares(context, share, burned, memo);
  pay(context, USDT, row.account, paid, memo);
  if (remaining === 0n) queue.erase(row);
  else queue.modify(row, { quantity: amountOf(share, remaining) });
  return true;
}

function rangeOf(poolId: number): { lower: bigint; upper: bigint } {
  return { lower: BigInt(poolId), upper: BigInt(poolId) };
}
