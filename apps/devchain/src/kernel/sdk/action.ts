import { type AbiShape, type AbiType, decode, encode } from './abi/abi-type';
import type { ActionSignature } from './action-signature';
import type { ContractContext } from './contract-context';

/** An action as the kernel sees it. */
export interface ActionCode {
  readonly name: string;
  readonly args: AbiShape;
  /** The type of the return value; absent without one. */
  readonly result?: AbiShape;
  /** Runs it with its encoded arguments and returns its encoded return value, empty without one. */
  readonly execute: (context: ContractContext, data: Uint8Array) => Uint8Array;
}

/** Notification handler for an action of another account. */
export interface NotificationCode {
  /** The account whose action it is, or `*` for any: then the code must look at `context.firstReceiver`. */
  readonly from: string;
  readonly action: string;
  readonly execute: (context: ContractContext, data: Uint8Array) => void;
}

const NO_RESULT = new Uint8Array();

/** Declares an action with its code. */
export function action<A>(
  signature: ActionSignature<A>,
  run: (context: ContractContext, args: A) => void,
): ActionCode {
  return {
    ...signature,
    execute: (context, data) => {
      run(context, decode(signature.args, data));
      return NO_RESULT;
    },
  };
}

/** Declares an action with its code and the type of its return value. */
export function actionReturning<A, R>(
  signature: ActionSignature<A>,
  result: AbiType<R>,
  run: (context: ContractContext, args: A) => R,
): ActionCode {
  return {
    ...signature,
    result,
    execute: (context, data) => encode(result, run(context, decode(signature.args, data))),
  };
}

/** Declares the code for notifications of an action of `from`, or of any account for `*`. */
export function onNotify<A>(
  from: string,
  signature: ActionSignature<A>,
  run: (context: ContractContext, args: A) => void,
): NotificationCode {
  return {
    from,
    action: signature.name,
    execute: (context, data) => {
      run(context, decode(signature.args, data));
    },
  };
}
