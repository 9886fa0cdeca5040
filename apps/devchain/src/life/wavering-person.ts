import { LOAN_STATUS } from '../contracts/loan/loan-status';
import { CAST } from './cast';
import type { Dice } from './dice';
import { cancellingRequest, loanOf, repayingAll, requestOf } from './lending-people';
import { collateralOf, topUp, withdrawing } from './own-vault';
import { borrowOnSpike } from './price-spike';
import type { Stage } from './stage';

const ACCOUNT = CAST.wavering;
/** CBTC units a loan begins with. */
const STAKE = 30_000_000n;
const LTV_PPM = 840_000;
/** Brings a loan at risk back into the warning band. */
const FIRST_HELP = 3_000_000n;
/** Brings it far out of that. So much that the bridge reviews it on its way back. */
const SECOND_HELP = 120_000_000n;
const POCKET_MONEY = 5_000_000n;

/**
 * Gets into danger and out again, one step at a time: borrows too much, pays collateral in once the loan is at risk and
 * again while it is warned, takes some of it out, repays, takes out the rest.
 */
export function waver(stage: Stage, fair: bigint, dice: Dice): void {
  const { chain } = stage;
  const open = loanOf(chain, ACCOUNT);
  const collateral = collateralOf(chain, ACCOUNT);
  if (open !== undefined) {
    if (open.status >= LOAN_STATUS.atRisk) topUp(chain, ACCOUNT, FIRST_HELP);
    else if (open.status === LOAN_STATUS.warning) topUp(chain, ACCOUNT, SECOND_HELP);
    else chain.send(dice.oneIn(2) ? withdrawing(ACCOUNT, POCKET_MONEY) : repayingAll(open));
  } else if (requestOf(chain, ACCOUNT) !== undefined) chain.send(cancellingRequest(ACCOUNT));
  else if (collateral < STAKE) topUp(chain, ACCOUNT, STAKE - collateral);
  else if (collateral >= STAKE + POCKET_MONEY) chain.send(withdrawing(ACCOUNT, collateral - STAKE));
  else borrowOnSpike(stage, fair, { account: ACCOUNT, ltvPpm: LTV_PPM });
}
