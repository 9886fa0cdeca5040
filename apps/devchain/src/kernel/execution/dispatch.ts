import { DataEndsError, ValueError } from '@app/antelope';
import { ChainError } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import type { ActionContext } from './action-context';
import { assertionFailure } from '../sdk/check';
import type { ExecutionHost } from './transaction-run';

const NO_RESULT = new Uint8Array();
/** Error code of CDT contracts for an unknown action. */
const UNKNOWN_ACTION = '8000000000000000000';
/** Message of CDT contracts for truncated action data. */
const PAST_THE_END = 'datastream attempted to read past the end';

/** Runs the receiver's code, if it has any, and gives the encoded return value. */
export function runCode(host: ExecutionHost, context: ActionContext, contextFree: boolean): Uint8Array {
  const { receiver, firstReceiver, act } = context;
  host.state.accounts.get(receiver);
  const contract = host.contracts.get(receiver);
  if (contract === undefined) return NO_RESULT;
  if (contextFree) throw new ChainError('unaccessibleApi', 'native contracts have no context-free actions');
  if (receiver !== firstReceiver) {
    for (const { from, action, execute } of contract.notifications) {
      if (action === act.name && (from === '*' || from === firstReceiver)) execute(context, act.data);
    }
    return NO_RESULT;
  }
  const code = contract.actions.get(act.name);
  if (code !== undefined) return code.execute(context, act.data);
  throw new ChainError(
    'assertCode',
    logEntry('assertion failure with error code: ${error_code}', { error_code: UNKNOWN_ACTION }),
  );
}

/** A failure as a refusal of the chain where it is one: bytes or values that a contract cannot read are its refusal. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ValueError)) return error;
  return assertionFailure(error instanceof DataEndsError ? PAST_THE_END : error.message);
}
