import type { Struct } from './abi/containers';

/** Name and arguments of an action: all that is needed to send it or to be notified of it. */
export interface ActionSignature<A> {
  readonly name: string;
  readonly args: Struct<A>;
}

/** The signature of the action that is named like the struct of its arguments. */
export function actionSignature<A>(args: Struct<A>): ActionSignature<A> {
  return { name: args.name, args };
}

/** The arguments of an action: `ArgsOf<typeof transfer>`. */
export type ArgsOf<S> = S extends ActionSignature<infer A> ? A : never;
