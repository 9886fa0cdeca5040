import type { RunEffects } from './run-effects';
import type { TokenMovement } from './token-movements';

/** Debt of an account in USDT units and its collateral in CBTC units. */
export interface Holding {
  readonly debt: bigint;
  readonly collateral: bigint;
}

/** The earlier steps of the same transaction, by its dry run. */
export interface EarlierSteps {
  /** False: it is not known which tokens they moved. */
  readonly areTraced: boolean;
  /** Tokens that they moved. */
  readonly movements: readonly TokenMovement[];
  /** The loan of the signer after the last of them that knows it. */
  readonly holding: Holding | undefined;
  /** Tokens that moved after that step; all of `movements` where none knows the loan. */
  readonly sinceHolding: readonly TokenMovement[];
}

/** The dry run as one step sees it: its own movements, and those before it. A proposal of one tool is one step. */
export interface StepRun extends Pick<RunEffects, 'status' | 'error' | 'movements'> {
  readonly earlier: EarlierSteps;
}

/** The first step of a transaction. */
export const NO_EARLIER_STEPS: EarlierSteps = {
  ...{ areTraced: true, movements: [] },
  ...{ holding: undefined, sinceHolding: [] },
};
