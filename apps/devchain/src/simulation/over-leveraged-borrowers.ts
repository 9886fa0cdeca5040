import { ACTORS } from './actors';
import { cancellingRequest, loanOf, requestOf } from './lending-activity';
import { collateralOf, topUp } from './own-vault';
import { borrowOnSpike, type OverLimitLoan } from './price-spike';
import type { SimulationContext } from './context';

/** A borrower with its target LTV and its collateral. */
export interface OverLeveragedBorrower extends OverLimitLoan {
  /** CBTC units in the vault when the loan begins. */
  readonly initialCollateral: bigint;
}

/** In the middle of the warning band. */
export const WARNED: OverLeveragedBorrower = {
  account: ACTORS.warned,
  ltvPpm: 750_000,
  initialCollateral: 100_000_000n,
};
/** Far enough above the band that price oscillation alone does not bring the loan back. */
const overLeveraged = (account: string): OverLeveragedBorrower => ({
  account,
  ltvPpm: 840_000,
  initialCollateral: 50_000_000n,
});
export const OVER_LEVERAGED_1 = overLeveraged(ACTORS.overLeveraged1);
export const OVER_LEVERAGED_2 = overLeveraged(ACTORS.overLeveraged2);
export const OVER_LEVERAGED_3 = overLeveraged(ACTORS.overLeveraged3);

/** Each of them without a loan refills its vault, then borrows the same share again. */
export function updateOverLeveragedBorrowers(context: SimulationContext, fair: bigint): void {
  for (const borrower of [WARNED, OVER_LEVERAGED_1, OVER_LEVERAGED_2, OVER_LEVERAGED_3]) {
    if (loanOf(context.chain, borrower.account) === undefined) reopenLoan(context, fair, borrower);
  }
}

function reopenLoan(context: SimulationContext, fair: bigint, borrower: OverLeveragedBorrower): void {
  const { chain } = context;
  const missing = borrower.initialCollateral - collateralOf(chain, borrower.account);
  if (missing > 0n) topUp(chain, borrower.account, missing);
  // Queued because the pool had too little; the price spike it was made at is over.
  else if (requestOf(chain, borrower.account) !== undefined) chain.send(cancellingRequest(borrower.account));
  else borrowOnSpike(context, fair, borrower);
}
