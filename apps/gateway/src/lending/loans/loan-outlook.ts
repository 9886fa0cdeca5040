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
  /** Rate of the pool with the loan lent out; undefined when the pool does not have that much, and behind redemptions. */
  readonly aprBps: bigint | undefined;
  readonly reason: 'rate' | 'liquidity' | 'redemptions' | undefined;
}

/**
 * The order of the lending contract: redemptions that wait are paid first, a bounded number of them, then the pool must
 * have the amount, then the rate with the loan lent out must be at or below the cap. A paid redemption raises the rate.
 * Source: docs/contracts/loan.md, borrowing.
 */
export function loanOutlook({ pool, curve, hasRedemptions, amount, maxAprBps }: OutlookFacts): Outlook {
  if (amount > pool.available) return { outcome: 'queued', aprBps: undefined, reason: 'liquidity' };
  const aprBps = borrowAprBps(curve, {
    available: pool.available - amount,
    outstanding: pool.outstanding + amount,
  });
  if (hasRedemptions === true)
    return { outcome: aprBps > maxAprBps ? 'queued' : 'unknown', aprBps: undefined, reason: 'redemptions' };
  if (aprBps > maxAprBps) return { outcome: 'queued', aprBps, reason: 'rate' };
  return { outcome: hasRedemptions === null ? 'unknown' : 'lent', aprBps, reason: undefined };
}

/**
 * The outlook in one sentence.
 * @param isLent whether the dry run lends the amount, which decides; undefined where it does not tell
 */
export function describeOutlook({ outcome, aprBps, reason }: Outlook, isLent?: boolean): string {
  const now = 'At this moment';
  const rate = aprBps === undefined ? '' : `the rate after the loan is ${percent(aprBps)}`;
  if (isLent === true) {
    if (reason === undefined) return `${now} it is lent immediately: ${rate}.`;
    const first = reason === 'redemptions' ? '; redemptions are paid first, which raises the rate' : '';
    return `${now} it is lent immediately by the dry run${first}.`;
  }
  if (isLent === false && reason === undefined) return `${now} it would be queued by the dry run.`;
  if (reason === 'liquidity') return `${now} it would be queued: the pool has less USDT available than that.`;
  if (reason === 'rate') return `${now} it would be queued: ${rate}, which is more.`;
  if (reason === 'redemptions')
    return isLent === false || outcome === 'queued'
      ? `${now} it would be queued: redemptions wait for the USDT of the pool.`
      : `${now} redemptions wait and are paid first: whether it is lent or queued is not known.`;
  return outcome === 'lent' ? `${now} it is lent immediately: ${rate}.` : `${now} ${rate}.`;
}
