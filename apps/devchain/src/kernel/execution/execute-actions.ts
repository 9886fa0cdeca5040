import type { ActionData } from '../sdk/action-data';
import { ActionRun } from './action-run';
import type { TransactionRun } from './transaction-run';

/** Runs the actions of a transaction, context-free ones first. */
export function executeActions(
  run: TransactionRun,
  contextFreeActions: readonly ActionData[],
  actions: readonly ActionData[],
): void {
  for (const act of contextFreeActions) run.schedule(act, act.account, { contextFree: true });
  for (const act of actions) run.schedule(act, act.account, {});
  for (let ordinal = 1; ordinal <= contextFreeActions.length + actions.length; ordinal++) {
    new ActionRun(run, ordinal, 0).execute();
  }
}
