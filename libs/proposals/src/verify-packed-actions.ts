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
 * The actions of packed bytes, each of which one permission signs.
 * @throws ProposalMismatchError for other bytes
 */
export function decodedActions(
  packed: Uint8Array,
  authorization: ActionAuthorization,
  abiOf: (account: string) => Abi,
): DecodedAction[] {
  const { actions, context_free_actions, transaction_extensions } = unpackTransaction(packed);
  if (context_free_actions.length > 0 || transaction_extensions.length > 0) {
    throw new ProposalMismatchError('the packed transaction holds other actions than asked for');
  }
  return actions.map(({ account, name, authorization: signers, data }, index) => {
    if (!isSameValue(signers as unknown as Json, [{ ...authorization }])) {
      throw new ProposalMismatchError(
        `action ${index} (${account}::${name}) is signed by another permission`,
      );
    }
    return {
      account,
      name,
      authorization: signers,
      data: decodeAction(abiOf(account), name, hexToBytes(data)),
    };
  });
}

/**
 * The actions that packed bytes really hold, after making sure that they are the ones asked for.
 * Nothing else of a proposal's text is ever taken from the request.
 * @throws ProposalMismatchError naming the action that differs.
 */
export function verifyPackedActions(
  packed: Uint8Array,
  asked: readonly ActionCall[],
  authorization: ActionAuthorization,
  abiOf: (account: string) => Abi,
): DecodedAction[] {
  const actions = decodedActions(packed, authorization, abiOf);
  if (actions.length !== asked.length) {
    throw new ProposalMismatchError('the packed transaction holds other actions than asked for');
  }
  return actions.map((action, index) => {
    const call = asked[index];
    const isAsked =
      call !== undefined &&
      action.account === call.account &&
      action.name === call.name &&
      isSameValue(call.data, action.data);
    if (!isAsked) {
      throw new ProposalMismatchError(
        `action ${index} (${action.account}::${action.name}) decodes to something else than asked for`,
      );
    }
    return action;
  });
}
