import type { Abi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import type { ActionCode } from '../action';
import type { AbiShape } from './abi-type';

interface TableShape {
  readonly name: string;
  readonly row: AbiShape;
}

/** The ABI of a contract, from the same declarations that read and write its arguments and rows. */
export function synthesizeAbi(actions: readonly ActionCode[], tables: readonly TableShape[]): Abi {
  const structs = new Map<string, AbiShape>();
  for (const { args, result } of actions) {
    collectStructs(args, structs);
    if (result !== undefined) collectStructs(result, structs);
  }
  for (const { row } of tables) collectStructs(row, structs);
  return ABI.from({
    version: 'eosio::abi/1.2',
    structs: [...structs.values()].map(({ name, members = [] }) => ({
      name,
      base: '',
      fields: [...members],
    })),
    actions: actions.map(({ name, args }) => ({ name, type: args.name, ricardian_contract: '' })),
    tables: tables.map(({ name, row }) => ({
      name,
      type: row.name,
      index_type: 'i64',
      key_names: [],
      key_types: [],
    })),
    action_results: actions.flatMap(({ name, result }) =>
      result === undefined ? [] : [{ name, result_type: result.name }],
    ),
  });
}

/** Two different structs of one name would be a silent lie to every client. */
function collectStructs(shape: AbiShape, structs: Map<string, AbiShape>): void {
  if (shape.members !== undefined) {
    const known = structs.get(shape.name);
    if (known === shape) return;
    if (known !== undefined && JSON.stringify(known.members) !== JSON.stringify(shape.members)) {
      throw new TypeError(`two different structs are named ${shape.name}`);
    }
    structs.set(shape.name, shape);
  }
  for (const part of shape.parts ?? []) collectStructs(part, structs);
}
