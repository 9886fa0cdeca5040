import type { JSX } from 'preact';
import { percentOf } from '../../ui/values';
import type { PoolStats } from './pool-stats';

const WIDTH = 600;
const HEIGHT = 180;
const ALL_BPS = 10_000;

/** The curve, with a point for each pool. */
export function RateCurve({ stats: { curve, pools } }: { stats: PoolStats }): JSX.Element {
  const { base_apr_bps, kink_utilization_bps, kink_apr_bps, max_apr_bps } = curve;
  const x = (bps: number) => (bps / ALL_BPS) * (WIDTH - 20) + 10;
  const y = (bps: number) => HEIGHT - 10 - (bps / Math.max(1, max_apr_bps)) * (HEIGHT - 20);
  const points = [
    [0, base_apr_bps],
    [kink_utilization_bps, kink_apr_bps],
    [ALL_BPS, max_apr_bps],
  ] as const;
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
      </svg>
      <p class="muted">
        {percentOf(base_apr_bps)} when nothing is lent out, {percentOf(kink_apr_bps)} at{' '}
        {percentOf(kink_utilization_bps)}, {percentOf(max_apr_bps)} when all is. Each point is a pool.
      </p>
    </>
  );
}
