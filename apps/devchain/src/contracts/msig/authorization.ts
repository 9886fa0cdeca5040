import type { ActionAuthorization } from '@app/antelope';
import { ChainError } from '../../kernel/chain-error';
import type { ActionContext } from '../../kernel/execution/action-context';
import { fail } from '../../kernel/execution/check';
import { REFUSALS } from './refusals';
import type { ProposedTransaction } from './transaction-type';

/** Fails unless these permissions suffice for the transaction, by the chain's own rules, links included. */
export function requireAuthorization(
  context: ActionContext,
  { actions }: ProposedTransaction,
  provided: readonly ActionAuthorization[],
): void {
  const { requireAuthorization: require } = context.privileged();
  try {
    require(actions, provided);
  } catch (error) {
    if (error instanceof ChainError) fail(REFUSALS.authorization);
    throw error;
  }
}
