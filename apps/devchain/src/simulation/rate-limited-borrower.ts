import { borrowAprBps } from '../contracts/loan/pool/rate-curve';
import { rateCurveTable } from '../contracts/loan/tables';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import {
  borrowing,
  cancellingRequest,
  loanOf,
  MAIN_POOL,
  pool,
  repayingAll,
  requestOf,
} from './lending-activity';
import type { InProcessClient } from '../client/in-process-client';
import { USDT, wholeUnits } from '../contracts/shared/tokens';
import { LENDING } from '../contracts/shared/account-names';

const ACCOUNT = ACTORS.rateLimited;
/** The cap is this far below the current rate; the request is cancelled when the rate is this far above the cap. */
const DISCOUNT_BPS = 3;
const GIVE_UP_BPS = 20;

/** Requests a loan at a cap below the current rate, waits until the rate falls to it, and repays later. */
export function updateRateLimitedBorrower(chain: InProcessClient, random: SeededRandom): void {
  const open = loanOf(chain, ACCOUNT);
  const request = requestOf(chain, ACCOUNT);
  if (open !== undefined) {
    if (random.chance(3)) chain.send(repayingAll(open));
  } else if (request === undefined) {
    const units = random.between(wholeUnits(USDT, 5_000n), wholeUnits(USDT, 15_000n));
    const cap = aprWith(chain, units) - DISCOUNT_BPS;
    if (cap > 0) chain.send(borrowing(ACCOUNT, units, MAIN_POOL, cap));
  } else if (aprWith(chain, request.amount.units) > request.max_apr_bps + GIVE_UP_BPS) {
    chain.send(cancellingRequest(ACCOUNT));
  }
}

/** The rate of the pool after lending these units, too; 0 without pools. */
function aprWith(chain: InProcessClient, units: bigint): number {
  const lender = pool(chain, MAIN_POOL);
  const [curve] = chain.rows(LENDING, LENDING, rateCurveTable);
  if (lender === undefined || curve === undefined) return 0;
  const outstanding = lender.outstanding_amount.units;
  return borrowAprBps(curve, {
    outstanding: outstanding + units,
    assets: lender.available.units + outstanding,
  });
}
