import type { ContractContext } from '../../kernel/sdk/contract-context';
import { SHARES } from '../shared/tokens';
import { reviewLoans } from './liquidation/review-loans';
import { openQueuedLoans } from './loans/loan-requests';
import { freshPrice } from './oracle-price';
import { Pools } from './pool/pools';
import { fillRedemptions } from './redemptions/fill-redemptions';

/**
 * Permissionless maintenance, bounded work per call: reviews and liquidates loans, pays redemptions, opens queued loans.
 * Queued redemptions have priority over queued loans.
 */
export function processQueue(context: ContractContext): void {
  const pools = new Pools(context);
  const price = freshPrice(context);
  reviewLoans(context, pools, price);
  SHARES.forEach((_, poolId) => {
    fillRedemptions(context, pools, poolId);
  });
  if (price !== undefined) openQueuedLoans(context, pools, price);
  pools.save();
}
