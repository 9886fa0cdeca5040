import { borrowAprBps } from '../contracts/loan/rate-curve';
import { ratecurve } from '../contracts/loan/tables';
import { USDT } from '../contracts/loan/tokens';
import { CAST, wholes } from './cast';
import type { Dice } from './dice';
import {
  borrowing,
  cancellingRequest,
  loanOf,
  MAIN_POOL,
  pool,
  repayingAll,
  requestOf,
} from './lending-people';
import type { LifeChain } from './life-chain';

const ACCOUNT = CAST.hopeful;
/** A loan shall cost that much less than it would now; when it would cost that much more, waiting is given up. */
const HOPED_BPS = 3;
const PATIENCE_BPS = 20;

/** Asks for a little less than the rate of the moment and waits until it has fallen so far; repays after a while. */
export function hope(chain: LifeChain, dice: Dice): void {
  const open = loanOf(chain, ACCOUNT);
  const request = requestOf(chain, ACCOUNT);
  if (open !== undefined) {
    if (dice.oneIn(3)) chain.send(repayingAll(open));
  } else if (request === undefined) {
    const units = dice.between(wholes(USDT, 5_000n), wholes(USDT, 15_000n));
    const cap = aprWith(chain, units) - HOPED_BPS;
    if (cap > 0) chain.send(borrowing(ACCOUNT, units, MAIN_POOL, cap));
  } else if (aprWith(chain, request.amount.units) > request.max_apr_bps + PATIENCE_BPS) {
    chain.send(cancellingRequest(ACCOUNT));
  }
}

/** What the pool charges once it has lent that out, too; 0 without pools. */
function aprWith(chain: LifeChain, units: bigint): number {
  const lender = pool(chain, MAIN_POOL);
  const [curve] = chain.rows('loan', 'loan', ratecurve);
  if (lender === undefined || curve === undefined) return 0;
  const outstanding = lender.outstanding_amount.units;
  return borrowAprBps(curve, {
    outstanding: outstanding + units,
    assets: lender.available.units + outstanding,
  });
}
