import { z } from 'zod';
import { rowBps } from '../../lookups/pools/pool-row';
import type { RateCurve } from './rates';

/** The row of the curve of all pools. */
export const curveRow = z
  .object({
    base_apr_bps: rowBps,
    kink_utilization_bps: rowBps.refine((value) => value <= 10_000n, {
      error: 'is more than 10000 basis points',
    }),
    kink_apr_bps: rowBps,
    max_apr_bps: rowBps,
  })
  .transform((row): RateCurve => ({
    baseAprBps: row.base_apr_bps,
    kinkUtilizationBps: row.kink_utilization_bps,
    kinkAprBps: row.kink_apr_bps,
    maxAprBps: row.max_apr_bps,
  }));
