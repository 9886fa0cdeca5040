import { MAX_UNITS } from '@app/antelope';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { USDT } from '../../shared/tokens';
import { fillRedemptions } from '../redemptions/fill-redemptions';
import { REFUSALS } from '../refusals';
import { issueShares, pay } from '../token-actions';
import { remainingCapacity } from './pool';
import { Pools } from './pools';
import { isWipedOut, lend } from './shares';

/** Takes a deposit into a pool, gives shares for it and back what is less than a share, and pays with it who waits for redemption. */
export function takeDeposit(context: ContractContext, lender: string, units: bigint, poolId: number): void {
  const pools = new Pools(context);
  const before = pools.get(poolId);
  check(!isWipedOut(before), REFUSALS.wipedOut);
  check(units <= remainingCapacity(before), REFUSALS.poolFull);
  const { pool, shares, taken } = lend(before, units);
  check(shares > 0n, REFUSALS.tooSmallForAShare);
  check(pool.shares <= MAX_UNITS, REFUSALS.tooManyShares);
  pools.set(pool);
  const memo = `lend:${String(poolId)}`;
  issueShares(context, pools.share(poolId), lender, shares, memo);
  if (taken < units) pay(context, USDT, lender, units - taken, `${memo}: less than a share`);
  fillRedemptions(context, pools, poolId);
  pools.save();
}
