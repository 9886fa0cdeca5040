import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { amountOf } from '../../shared/tokens';
import { nextId } from '../cursors';
import { Pools } from '../pool/pools';
import { valueOfShares } from '../pool/shares';
import { REFUSALS } from '../refusals';
import { redemptionsTable } from '../tables';
import { fillRedemptions } from './fill-redemptions';

/** Adds shares to the end of the queue of their pool and pays as many redemptions as the pool can. */
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
