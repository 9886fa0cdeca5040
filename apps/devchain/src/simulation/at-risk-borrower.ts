import { LOAN_STATUS } from '../contracts/loan/loans/loan-status';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import { cancellingRequest, loanOf, repayingAll, requestOf } from './lending-activity';
import { collateralOf, topUp, withdrawing } from './own-vault';
import { borrowOnSpike } from './price-spike';
import type { SimulationContext } from './context';

const ACCOUNT = ACTORS.atRisk;
/** CBTC units in the vault when the loan starts. */
const INITIAL_COLLATERAL = 30_000_000n;
const LTV_PPM = 840_000;
/** Brings a loan at risk back into the warning band. */
const FIRST_TOP_UP = 3_000_000n;
/** Brings it far below the band. Large enough that the bridge reviews its withdrawal. */
const SECOND_TOP_UP = 120_000_000n;
const SMALL_WITHDRAWAL = 5_000_000n;

/**
 * One step of a cycle: borrows over the limit, tops up while the loan is at risk and again while it is in the warning
 * band, withdraws a part, repays, withdraws the rest.
 */
export function updateAtRiskBorrower(context: SimulationContext, fair: bigint, random: SeededRandom): void {
  const { chain } = context;
  const open = loanOf(chain, ACCOUNT);
  const collateral = collateralOf(chain, ACCOUNT);
  if (open !== undefined) {
    if (open.status >= LOAN_STATUS.atRisk) topUp(chain, ACCOUNT, FIRST_TOP_UP);
    else if (open.status === LOAN_STATUS.warning) topUp(chain, ACCOUNT, SECOND_TOP_UP);
    else chain.send(random.chance(2) ? withdrawing(ACCOUNT, SMALL_WITHDRAWAL) : repayingAll(open));
  } else if (requestOf(chain, ACCOUNT) !== undefined) chain.send(cancellingRequest(ACCOUNT));
  else if (collateral < INITIAL_COLLATERAL) topUp(chain, ACCOUNT, INITIAL_COLLATERAL - collateral);
  else if (collateral >= INITIAL_COLLATERAL + SMALL_WITHDRAWAL)
    chain.send(withdrawing(ACCOUNT, collateral - INITIAL_COLLATERAL));
  else borrowOnSpike(context, fair, { account: ACCOUNT, ltvPpm: LTV_PPM });
}
