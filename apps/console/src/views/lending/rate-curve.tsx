import type { GetPoolStatsAnswer } from '@app/client';
import type { JSX } from 'preact';
import { percentOf } from '../../ui/values';
import { chosenPool, type LoanWish, poolOf, unitsOf } from './pool-stats';
import { pointAfter } from './rates';

const WIDTH = 600;
const HEIGHT = 180;
const ALL_BPS = 10_000;

interface RateCurveProps {
  readonly stats: GetPoolStatsAnswer;
  /** The loan of the calculator. */
  readonly wish: LoanWish;
}

/** The curve, with a point for each pool, and the point of one of them after a loan. */
export function RateCurve({ stats: { curve, pools }, wish }: RateCurveProps): JSX.Element {
  const { base_apr_bps, kink_utilization_bps, kink_apr_bps, max_apr_bps } = curve;
  const x = (bps: number) => (bps / ALL_BPS) * (WIDTH - 20) + 10;
  const y = (bps: number) => HEIGHT - 10 - (bps / Math.max(1, max_apr_bps)) * (HEIGHT - 20);
  const points = [
    [0, base_apr_bps],
    [kink_utilization_bps, kink_apr_bps],
    [ALL_BPS, max_apr_bps],
  ] as const;
  const [pool, loan] = [chosenPool(pools, wish), unitsOf(wish.loan.value)];
  const after = pool === undefined || loan === undefined ? undefined : pointAfter(poolOf(pool), loan, curve);
  return (
    <>
      <svg
        class="chart"
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        role="img"
        aria-label="Rate by utilization, with the pools"
      >
        <polyline
          class="curve"
          points={points.map(([used, rate]) => `${String(x(used))},${String(y(rate))}`).join(' ')}
        />
        {pools.map(({ pool_id, utilization_bps, borrow_apr_bps }) => (
          <circle key={pool_id} class="pool" cx={x(utilization_bps)} cy={y(borrow_apr_bps)} r="5" />
        ))}
        {pool === undefined || after === undefined ? null : (
          <>
            <line
              class="wish"
              x1={x(pool.utilization_bps)}
              y1={y(pool.borrow_apr_bps)}
              x2={x(after.utilization_bps)}
              y2={y(after.borrow_apr_bps)}
            />
            <circle class="wish" cx={x(after.utilization_bps)} cy={y(after.borrow_apr_bps)} r="6" />
          </>
        )}
      </svg>
      <p class="muted">
        {percentOf(base_apr_bps)} when nothing is lent out, {percentOf(kink_apr_bps)} at{' '}
        {percentOf(kink_utilization_bps)}, {percentOf(max_apr_bps)} when all is. Each point is a pool.
      </p>
      {pool === undefined || after === undefined ? null : (
        <p class="note">
          The ring is pool {pool.pool_id} after the loan of the calculator: from{' '}
          {percentOf(pool.utilization_bps)} used at {percentOf(pool.borrow_apr_bps)} to{' '}
          {percentOf(after.utilization_bps)} at {percentOf(after.borrow_apr_bps)}.
        </p>
      )}
    </>
  );
}
