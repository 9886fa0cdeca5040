import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf, USDT } from '../../shared/tokens';
import { nextId } from '../cursors';
import { burn, pay } from '../money';
import { Pools } from '../pool/pools';
import { redeem, valueOfShares } from '../pool/shares';
import { REFUSALS } from '../refusals';
import type { cancelredeem } from '../signatures';
import { redemptionsTable, type RedemptionRow } from '../tables';

/** Redemptions of one pool that one action pays at most. */
export const MAX_FILLS = 20;

/** Puts shares at the end of the queue of their pool and pays as far as the pool can. */
export function queueRedemption(
  context: ContractContext,
  account: string,
  units: bigint,
  poolId: number,
): void {
  const pools = new Pools(context);
  check(valueOfShares(pools.get(poolId), units) > 0n, REFUSALS.tooSmallToRedeem);
  context.table(redemptionsTable, context.receiver).emplace(context.receiver, {
    id: nextId(context, 'redemptions'),
    account,
    pool_id: poolId,
    quantity: amountOf(pools.share(poolId), units),
    requested_at: context.nowMs,
  });
  fillRedemptions(context, pools, poolId);
  pools.save();
}

/** Pays redemptions of a pool with what it has available, first come first served, the last one perhaps in part. */
export function fillRedemptions(context: ContractContext, pools: Pools, poolId: number): void {
  let left = MAX_FILLS;
  for (const { row } of context.table(redemptionsTable, context.receiver).indexed('pool', onlyPool(poolId))) {
    if (left === 0 || !fillRedemption(context, pools, row)) return;
    left--;
  }
}

/** True when somebody waits for the liquidity of a pool. */
export function hasRedemptions(context: ContractContext, poolId: number): boolean {
  return context.table(redemptionsTable, context.receiver).findBy('pool', BigInt(poolId)) !== undefined;
}

/** Takes a redemption out of the queue and gives the shares back. */
export function cancelRedemption(
  context: ContractContext,
  { account, id }: ArgsOf<typeof cancelredeem>,
): void {
  context.requireAuth(account);
  const queue = context.table(redemptionsTable, context.receiver);
  const row = queue.get(id, REFUSALS.noRedemption);
  check(row.account === account, REFUSALS.notRedeemer);
  giveBack(context, new Pools(context), row, 'redemption cancelled');
}

/** Pays a redemption, or a part of it; false when the pool has nothing to pay it with. */
function fillRedemption(context: ContractContext, pools: Pools, row: RedemptionRow): boolean {
  const before = pools.get(row.pool_id);
  if (before.available === 0n) return false;
  // Shares that a loss made worthless are returned, not burned.
  if (valueOfShares(before, row.quantity.units) === 0n) {
    giveBack(context, pools, row, 'worthless shares');
    return true;
  }
  const { pool, paid, burned } = redeem(before, row.quantity.units);
  if (paid === 0n) return false;
  const queue = context.table(redemptionsTable, context.receiver);
  const share = pools.share(row.pool_id);
  const left = row.quantity.units - burned;
  const memo = `redemption ${String(row.id)}`;
  pools.set(pool);
  burn(context, share, burned, memo);
  pay(context, USDT, row.account, paid, memo);
  if (left === 0n) queue.erase(row);
  else queue.modify(row, { quantity: amountOf(share, left) });
  return true;
}

function giveBack(context: ContractContext, pools: Pools, row: RedemptionRow, memo: string): void {
  context.table(redemptionsTable, context.receiver).erase(row);
  pay(context, pools.share(row.pool_id), row.account, row.quantity.units, memo);
}

function onlyPool(poolId: number): { lower: bigint; upper: bigint } {
  return { lower: BigInt(poolId), upper: BigInt(poolId) };
}
