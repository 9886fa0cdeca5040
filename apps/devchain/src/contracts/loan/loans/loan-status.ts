import {
  isAtOrAbove,
  LIQUIDATION_DELAY_SEC,
  LIQUIDATION_LTV_BPS,
  type Position,
  WARNING_LTV_BPS,
} from './collateral';

/** Status codes of loan rows. Source: reference, lending. */
export const LOAN_STATUS = {
  inProgress: 0,
  warning: 1,
  atRisk: 2,
  liquidating: 3,
  liquidated: 4,
  repaid: 5,
  cancelled: 6,
} as const;

/** Where a loan stands between safe and liquidation. */
export type Health =
  | { readonly status: typeof LOAN_STATUS.inProgress | typeof LOAN_STATUS.warning }
  | {
      readonly status: typeof LOAN_STATUS.atRisk | typeof LOAN_STATUS.liquidating;
      /** When the 72 hours end. */
      readonly liquidatesAtSec: number;
    };

/**
 * The status of an open loan. The timer starts when the loan is first found at 80 % or above and is forgotten as soon as
 * it is found below; until the collateral is sold there is a way back from every status.
 */
export function healthOf(position: Position, runningTimerSec: number | undefined, nowSec: number): Health {
  if (isAtOrAbove(position, LIQUIDATION_LTV_BPS)) {
    const liquidatesAtSec = runningTimerSec ?? nowSec + LIQUIDATION_DELAY_SEC;
    const isOver = nowSec >= liquidatesAtSec;
    return { status: isOver ? LOAN_STATUS.liquidating : LOAN_STATUS.atRisk, liquidatesAtSec };
  }
  const isWarned = isAtOrAbove(position, WARNING_LTV_BPS);
  return { status: isWarned ? LOAN_STATUS.warning : LOAN_STATUS.inProgress };
}
