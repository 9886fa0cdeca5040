import { CAST } from './cast';
import { cancellingRequest, loanOf, requestOf } from './lending-people';
import { collateralOf, topUp } from './own-vault';
import { borrowOnSpike, type Excess } from './price-spike';
import type { Stage } from './stage';

/** Somebody who borrows too much, and what of. */
export interface Daring extends Excess {
  /** CBTC units in the vault when the loan begins. */
  readonly stake: bigint;
}

/** In the middle of the warning band. */
export const BOLD: Daring = { account: CAST.bold, ltvPpm: 750_000, stake: 100_000_000n };
/** So far beyond it that the sway of the price alone brings nobody back. */
const beyond = (account: string): Daring => ({ account, ltvPpm: 840_000, stake: 50_000_000n });
export const RECKLESS = beyond(CAST.reckless);
export const UNLUCKY = beyond(CAST.unlucky);
export const CARELESS = beyond(CAST.careless);

/** Whoever of them lost a loan begins anew: fills up the vault, then borrows as much as before. */
export function dare(stage: Stage, fair: bigint): void {
  for (const daring of [BOLD, RECKLESS, UNLUCKY, CARELESS]) {
    if (loanOf(stage.chain, daring.account) === undefined) beginAnew(stage, fair, daring);
  }
}

function beginAnew(stage: Stage, fair: bigint, daring: Daring): void {
  const { chain } = stage;
  const missing = daring.stake - collateralOf(chain, daring.account);
  if (missing > 0n) topUp(chain, daring.account, missing);
  // Only when the pool had not enough: the price at which it was made is gone.
  else if (requestOf(chain, daring.account) !== undefined) chain.send(cancellingRequest(daring.account));
  else borrowOnSpike(stage, fair, daring);
}
