import { valueOfCollateral } from '../contracts/loan/loans/collateral';
import { borrowing, MAIN_POOL } from './lending-activity';
import { collateralOf } from './own-vault';
import type { SimulationContext } from './context';
import { scaleByPpm } from '../operators/scale-by-ppm';

/** Lowers the LTV of a loan of 85 % to below 70 %. */
const SPIKE_PPM = 225_000;
const MILLION = 1_000_000;

/** A loan above the borrow limit at the fair price. */
export interface OverLimitLoan {
  readonly account: string;
  /** LTV at the fair price, in parts per million; at most 850,000. */
  readonly ltvPpm: number;
}

/**
 * Borrows during a price spike. The spike and its end are in one transaction, so no block ends with the high price.
 * Does nothing while a feeder is stopped or corrupt: the others alone do not make a price.
 */
export function borrowOnSpike(
  { chain, feeders }: SimulationContext,
  fair: bigint,
  { account, ltvPpm }: OverLimitLoan,
): void {
  if (!feeders.areHonest) return;
  const worth = valueOfCollateral(collateralOf(chain, account), fair);
  chain.send(
    ...feeders.submissionsAt(scaleByPpm(fair, SPIKE_PPM)),
    borrowing(account, scaleByPpm(worth, ltvPpm - MILLION), MAIN_POOL),
    ...feeders.submissionsAt(fair),
  );
}
