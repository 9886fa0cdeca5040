import { percent } from '../../composing/sentences/percent';
import { type PoolAccounting, borrowAprBps, type RateCurve } from '../pools/rates';

/** Facts that decide whether a loan is lent at once. */
export interface OutlookFacts {
  /** The pool with interest up to now. */
  readonly pool: PoolAccounting;
  readonly curve: RateCurve;
  /** True when a redemption waits for the USDT of the pool; null when that is not known. */
  readonly hasRedemptions: boolean | null;
  /** USDT units to borrow. */
  readonly amount: bigint;
  readonly maxAprBps: bigint;
}

/** Predicted outcome of a loan request at this moment. */
export interface Outlook {
  readonly outcome: 'lent' | 'queued' | 'unknown';
  /** Rate of the pool with the loan lent out; undefined when the pool does not have that much. */
  readonly aprBps: bigint | undefined;
  readonly reason: 'rate' | 'liquidity' | 'redemptions' | undefined;
}

/**
 * The order of the lending contract: redemptions that wait go first, then the pool must have the amount, then the rate
 * with the loan lent out must be at or below the cap. Source: docs/contracts/loan.md, borrowing.
 */
export function loanOutlook({ pool, curve, hasRedemptions, amount, maxAprBps }: OutlookFacts): Outlook {
  if (amount > pool.available) return { outcome: 'queued', aprBps: undefined, reason: 'liquidity' };
  const aprBps = borrowAprBps(curve, {
    available: pool.available - amount,
    outstanding: pool.outstanding + amount,
  });
  if (hasRedemptions === true) return { outcome: 'queued', aprBps, reason: 'redemptions' };
  if (aprBps > maxAprBps) return { outcome: 'queued', aprBps, reason: 'rate' };
  return { outcome: hasRedemptions === null ? 'unknown' : 'lent', aprBps, reason: undefined };
}

/** The outlook in one sentence. */
export function describeOutlook({ outcome, aprBps, reason }: Outlook): string {
  const now = 'At this moment';
  if (aprBps === undefined) return `${now} it would be queued: the pool has less USDT available than that.`;
  const rate = `the rate after the loan is ${percent(aprBps)}`;
  if (reason === 'redemptions')
    return `${now} it would be queued: redemptions wait for the USDT of the pool; ${rate}.`;
  if (reason === 'rate') return `${now} it would be queued: ${rate}, which is more.`;
  return outcome === 'lent' ? `${now} it is lent immediately: ${rate}.` : `${now} ${rate}.`;
}
