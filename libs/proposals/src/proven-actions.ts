import {
  decodeAction,
  hexToBytes,
  unpackTransaction,
  type Abi,
  type ActionAuthorization,
  type Json,
} from '@app/antelope';
import type { ActionCall } from '@app/networks';
import { ProposalMismatchError } from './errors';
import { isSameValue } from './same-value';

/** An action with its data readable. */
export interface DecodedAction {
  readonly account: string;
  readonly name: string;
  readonly authorization: readonly ActionAuthorization[];
  readonly data: Json;
}

/**
 * The actions that packed bytes really hold, after making sure that they are the ones asked for.
 * Nothing else of a proposal's text is ever taken from the request.
 * @throws ProposalMismatchError naming the action that differs.
 */
export function provenActions(
  packed: Uint8Array,
  asked: readonly ActionCall[],
  authorization: ActionAuthorization,
  abiOf: (account: string) => Abi,
): DecodedAction[] {
  const { actions, context_free_actions, transaction_extensions } = unpackTransaction(packed);
  const isPlain = context_free_actions.length === 0 && transaction_extensions.length === 0;
  if (actions.length !== asked.length || !isPlain) {
    throw new ProposalMismatchError('the packed transaction holds other actions than asked for');
  }
  return actions.map((action, index) => {
    const call = asked[index];
    const data = decodeAction(abiOf(action.account), action.name, hexToBytes(action.data));
    const isAsked =
      call !== undefined &&
      action.account === call.account &&
      action.name === call.name &&
      isSameValue(action.authorization as unknown as Json, [{ ...authorization }]) &&
      isSameValue(call.data, data);
    if (!isAsked) {
      throw new ProposalMismatchError(
        `action ${index} (${action.account}::${action.name}) decodes to something else than asked for`,
      );
    }
    return { account: action.account, name: action.name, authorization: action.authorization, data };
  });
}
