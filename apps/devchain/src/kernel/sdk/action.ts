import { type AbiShape, type AbiType, decode, encode } from './abi/abi-type';
import type { Struct } from './abi/containers';
import type { ActionContext } from '../execution/action-context';

/** Name and arguments of an action: all that is needed to send it or to be notified of it. */
export interface ActionSignature<A> {
  readonly name: string;
  readonly args: Struct<A>;
}

/** An action as the kernel sees it. */
export interface ActionCode {
  readonly name: string;
  readonly args: AbiShape;
  /** The type of what it returns, if it returns something. */
  readonly result?: AbiShape;
  /** Runs it with its encoded arguments and gives its encoded return value, empty without one. */
  readonly execute: (context: ActionContext, data: Uint8Array) => Uint8Array;
}

/** Notification handler for an action of another account. */
export interface NotificationCode {
  /** The account whose action it is, or `*` for any: then the code must look at `context.firstReceiver`. */
  readonly from: string;
  readonly action: string;
  readonly execute: (context: ActionContext, data: Uint8Array) => void;
}

const NO_RESULT = new Uint8Array();

/** The signature of the action that is named like the struct of its arguments. */
export function actionSignature<A>(args: Struct<A>): ActionSignature<A> {
  return { name: args.name, args };
}

/** Gives an action its code. */
export function action<A>(
  signature: ActionSignature<A>,
  run: (context: ActionContext, args: A) => void,
): ActionCode {
  return {
    ...signature,
    execute: (context, data) => {
      run(context, decode(signature.args, data));
      return NO_RESULT;
    },
  };
}

/** Gives an action its code and the type of what the code returns. */
export function actionReturning<A, R>(
  signature: ActionSignature<A>,
  result: AbiType<R>,
  run: (context: ActionContext, args: A) => R,
): ActionCode {
  return {
    ...signature,
    result,
    execute: (context, data) => encode(result, run(context, decode(signature.args, data))),
  };
}

/** Declares what happens when this contract is notified of an action of `from`, or of anyone for `*`. */
export function onNotify<A>(
  from: string,
  signature: ActionSignature<A>,
  run: (context: ActionContext, args: A) => void,
): NotificationCode {
  return {
    from,
    action: signature.name,
    execute: (context, data) => {
      run(context, decode(signature.args, data));
    },
  };
}
