import type { ActionContext } from '../../kernel/execution/action-context';
import { check } from '../../kernel/execution/check';
import { mint } from './money';
import { Pools } from './pools';
import { fillRedemptions } from './redemptions';
import { REFUSALS } from './refusals';
import { isWipedOut, lend } from './shares';

/** Takes a deposit into a pool, gives shares for it, and pays with it who waits for redemption. */
export function takeDeposit(context: ActionContext, lender: string, units: bigint, poolId: number): void {
  const pools = new Pools(context);
  const before = pools.get(poolId);
  check(!isWipedOut(before), REFUSALS.wipedOut);
  const { pool, shares } = lend(before, units);
  check(shares > 0n, REFUSALS.tooSmallForAShare);
  pools.set(pool);
  mint(context, pools.share(poolId), lender, shares, `lend:${String(poolId)}`);
  fillRedemptions(context, pools, poolId);
  pools.save();
}
