import type { Abi } from '@app/antelope';
import type { AbiShape } from '../abi/abi-type';
import { synthesizeAbi } from './abi-synthesis';
import type { ActionCode, NotificationCode } from './action';

/** The code of an account: plain functions, and the ABI that follows from their declarations. */
export interface Contract {
  readonly account: string;
  readonly abi: Abi;
  readonly actions: ReadonlyMap<string, ActionCode>;
  readonly notifications: readonly NotificationCode[];
}

/** Puts a contract together. */
export function contract(definition: {
  account: string;
  actions: readonly ActionCode[];
  tables: readonly { name: string; row: AbiShape }[];
  notify?: readonly NotificationCode[];
}): Contract {
  const { account, actions, tables, notify = [] } = definition;
  return {
    account,
    abi: synthesizeAbi(actions, tables),
    actions: new Map(actions.map((entry) => [entry.name, entry])),
    notifications: notify,
  };
}
