import type { ActionContext } from '../../kernel/execution/action-context';
import { openQueuedLoans } from './borrowing';
import { reviewLoans } from './liquidating';
import { freshPrice } from './oracle-price';
import { Pools } from './pools';
import { fillRedemptions } from './redemptions';
import { SHARES } from './tokens';

/**
 * What nobody in particular has to do, a bounded piece at a time, for anyone who calls: reviews loans and liquidates,
 * pays redemptions, opens queued loans. Lenders who wait go before borrowers who wait.
 */
export function processQueue(context: ActionContext): void {
  const pools = new Pools(context);
  const price = freshPrice(context);
  reviewLoans(context, pools, price);
  SHARES.forEach((_, poolId) => {
    fillRedemptions(context, pools, poolId);
  });
  if (price !== undefined) openQueuedLoans(context, pools, price);
  pools.save();
}
