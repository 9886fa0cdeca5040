import type { Token } from '@app/networks';
import type { Warning } from '../../composing/warnings';
import { displayAmount } from '../../formatting/token-amount';
import type { Pool } from '../../lookups/pools/pool';

/** Part of a pool below which what is left for redemptions is worth a warning, in basis points. */
const LITTLE_BPS = 500n;

/**
 * The warning about a pool that has little left to pay redemptions with, the deposit included. Pure.
 * @param redeemed units of the deposit and of the pool that the dry run pays to redemptions that wait; undefined: not known
 */
export function lentOutWarnings(
  { poolId, available, outstanding }: Pick<Pool, 'poolId' | 'available' | 'outstanding'>,
  deposit: bigint,
  usdt: Token,
  redeemed?: bigint,
): Warning[] {
  const paid = redeemed ?? 0n;
  const left = paid > available + deposit ? 0n : available + deposit - paid;
  const all = left + outstanding;
  if (left * 10_000n >= all * LITTLE_BPS) return [];
  const message =
    `pool ${poolId} is lent out: with this deposit it has ${displayAmount(left, usdt)} left of ` +
    `${displayAmount(all, usdt)}${redemptionsText(redeemed, usdt)}; shares can be redeemed only as ` +
    'borrowers repay or others lend';
  return [{ code: 'pool_lent_out', message }];
}

function redemptionsText(redeemed: bigint | undefined, usdt: Token): string {
  if (redeemed === undefined) return ', and redemptions that wait are paid out of it first';
  return redeemed === 0n ? '' : `, after ${displayAmount(redeemed, usdt)} are paid to redemptions that wait`;
}
