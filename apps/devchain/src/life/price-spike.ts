import { valueOfCollateral } from '../contracts/loan/collateral';
import { borrowing, MAIN_POOL } from './lending-people';
import { collateralOf } from './own-vault';
import type { Stage } from './stage';
import { movedBy } from './waves';

/** So much that a loan of 85 % of what the collateral is worth is one of less than 70 %. */
const SPIKE_PPM = 225_000;
const MILLION = 1_000_000;

/** A loan beyond what may be borrowed. */
export interface Excess {
  readonly account: string;
  /** Where the loan stands at the fair price, in parts per million; at most 850,000. */
  readonly ltvPpm: number;
}

/**
 * Borrows while the price is up for a moment. All of it is one transaction, so no block ends with the high price. Not
 * while a feeder is stopped or corrupt: the others alone do not make a price.
 */
export function borrowOnSpike({ chain, feeders }: Stage, fair: bigint, { account, ltvPpm }: Excess): void {
  if (!feeders.areHonest) return;
  const worth = valueOfCollateral(collateralOf(chain, account), fair);
  chain.send(
    ...feeders.saying(movedBy(fair, SPIKE_PPM)),
    borrowing(account, movedBy(worth, ltvPpm - MILLION), MAIN_POOL),
    ...feeders.saying(fair),
  );
}
