import { DataEndsError, ValueError } from '@app/antelope';
import type { ActionData } from '../sdk/action-data';
import { assertionFailure } from '../sdk/check';
import type { Contract } from '../sdk/contract';
import type { ContractContext } from '../sdk/contract-context';
import { ChainError } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';

const NO_RESULT = new Uint8Array();
/** Error code of CDT contracts for an unknown action. */
const UNKNOWN_ACTION = '8000000000000000000';
/** Message of CDT contracts for truncated action data. */
const PAST_THE_END = 'datastream attempted to read past the end';

/** Runs the code of the receiver and gives the encoded return value, empty in a notification. */
export function runCode(contract: Contract, context: ContractContext, act: ActionData): Uint8Array {
  if (context.receiver !== act.account) {
    for (const { from, action, execute } of contract.notifications) {
      if (action === act.name && (from === '*' || from === act.account)) execute(context, act.data);
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
