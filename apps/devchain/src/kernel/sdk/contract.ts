import type { Abi } from '@app/antelope';
import { synthesizeAbi } from './abi/abi-synthesis';
import type { AbiShape } from './abi/abi-type';
import type { ActionCode, NotificationCode } from './action';

/** The code of an account: plain functions, and the ABI that follows from their declarations. */
export interface Contract {
  readonly account: string;
  readonly abi: Abi;
  /** The secondary indexes of its tables, which the ABI does not list: `table index kind`. */
  readonly indexes: readonly string[];
  readonly actions: ReadonlyMap<string, ActionCode>;
  readonly notifications: readonly NotificationCode[];
}

interface TableShape {
  readonly name: string;
  readonly row: AbiShape;
  readonly indexes: readonly { readonly name: string; readonly kind: string }[];
}

/** Declares a contract. */
export function contract(definition: {
  account: string;
  actions: readonly ActionCode[];
  tables: readonly TableShape[];
  notify?: readonly NotificationCode[];
}): Contract {
  const { account, actions, tables, notify = [] } = definition;
  return {
    account,
    abi: synthesizeAbi(actions, tables),
    indexes: tables.flatMap((table) =>
      table.indexes.map(({ name, kind }) => `${table.name} ${name} ${kind}`),
    ),
    actions: new Map(actions.map((entry) => [entry.name, entry])),
    notifications: notify,
  };
}
