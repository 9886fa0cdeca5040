import type { Token } from '@app/networks';
import { memoizeByObject, rowAmount, rowAsset, rowInteger, rowTime, rowWideInteger } from '@app/upstream';
import { z } from 'zod';
import type { InterestTerms, TouchedPool } from './pool';

/** A rate or a part in basis points. */
export const rowBps = rowInteger.refine((value) => value <= 65_535n, {
  error: 'is more than 65535 basis points',
});

/** A row of the table of pools. */
export const poolRow = memoizeByObject((usdt: Token) =>
  z
    .object({
      pool_id: z.int().min(0),
      available: rowAmount(usdt),
      outstanding_amount: rowAmount(usdt),
      shares: rowAsset.optional(),
      borrow_apr_bps: rowBps.optional(),
      debt_shares: rowWideInteger.optional(),
      interest_remainder: rowWideInteger.optional(),
      updated_at: rowTime.optional(),
    })
    .transform((row): TouchedPool => ({
      poolId: row.pool_id,
      available: row.available,
      outstandingWhenTouched: row.outstanding_amount,
      shares: row.shares,
      interest: interestTerms(row),
    })),
);

interface InterestMembers {
  readonly borrow_apr_bps?: bigint | undefined;
  readonly debt_shares?: bigint | undefined;
  readonly interest_remainder?: bigint | undefined;
  readonly updated_at?: number | undefined;
}

function interestTerms(row: InterestMembers): InterestTerms | undefined {
  const { borrow_apr_bps: aprBps, debt_shares: debtShares, interest_remainder: remainder, updated_at } = row;
  if (
    aprBps === undefined ||
    debtShares === undefined ||
    remainder === undefined ||
    updated_at === undefined
  ) {
    return undefined;
  }
  return { aprBps, debtShares, remainder, updatedAtMs: updated_at };
}
