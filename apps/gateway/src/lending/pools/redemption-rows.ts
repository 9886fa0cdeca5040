import { rowAsset, rowInteger, rowName, rowTime } from '@app/upstream';
import { z } from 'zod';

/** A row of the queue of redemptions: shares of a pool that still wait for USDT. */
export const redemptionRow = z.object({
  id: rowInteger,
  account: rowName,
  pool_id: z.int().min(0),
  quantity: rowAsset,
  requested_at: rowTime,
});
export type RedemptionRow = z.output<typeof redemptionRow>;
