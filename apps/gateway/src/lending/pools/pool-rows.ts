import type { Token } from '@app/networks';
import { memoizeByObject, rowInteger, rowTime, rowWideInteger } from '@app/upstream';
import { z } from 'zod';
import { poolFunds, type PoolFunds, poolFundsMembers } from '../../lookups/pool-funds';
import type { DebtAccounting } from './accrued-debt';
import type { RateCurve } from './rates';

/** A pool, from its row. */
export interface Pool extends PoolFunds {
  /** Facts for the interest of its borrowers, when the contract provides all of them. */
  readonly debts: DebtAccounting | undefined;
}

const bps = rowInteger.refine((value) => value <= 65_535n, { error: 'is more than 65535 basis points' });

/** A row of the table of pools. */
export const poolRow = memoizeByObject((usdt: Token) =>
  z
    .object({
      ...poolFundsMembers(usdt),
      borrow_apr_bps: bps.optional(),
      debt_shares: rowWideInteger.optional(),
      interest_remainder: rowWideInteger.optional(),
      updated_at: rowTime.optional(),
    })
    .transform((row): Pool => ({ ...poolFunds(row), debts: debtAccounting(row) })),
);

interface DebtMembers {
  readonly outstanding_amount: bigint;
  readonly borrow_apr_bps?: bigint | undefined;
  readonly debt_shares?: bigint | undefined;
  readonly interest_remainder?: bigint | undefined;
  readonly updated_at?: number | undefined;
}

function debtAccounting(row: DebtMembers): DebtAccounting | undefined {
  const { borrow_apr_bps: aprBps, debt_shares: shares, interest_remainder: remainder, updated_at } = row;
  if (aprBps === undefined || shares === undefined || remainder === undefined || updated_at === undefined) {
    return undefined;
  }
  return { outstanding: row.outstanding_amount, aprBps, shares, remainder, updatedAtMs: updated_at };
}

/** The row of the curve of all pools. */
export const curveRow = z
  .object({
    base_apr_bps: bps,
    kink_utilization_bps: bps.refine((value) => value <= 10_000n, {
      error: 'is more than 10000 basis points',
    }),
    kink_apr_bps: bps,
    max_apr_bps: bps,
  })
  .transform((row): RateCurve => ({
    baseAprBps: row.base_apr_bps,
    kinkUtilizationBps: row.kink_utilization_bps,
    kinkAprBps: row.kink_apr_bps,
    maxAprBps: row.max_apr_bps,
  }));
