import { rowType, type Abi } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { AbiRecord } from '../../../kernel/accounts/abi-cache';

export interface TableDefinition {
  readonly abi: Abi;
  /** The ABI type of a row. */
  readonly type: string;
}

/** The table as the contract's ABI has it, or nodeos' refusal. */
export function requireTable(abi: AbiRecord | undefined, table: string): TableDefinition {
  const type = abi && rowType(abi.parsed, table);
  if (abi === undefined || type === undefined) {
    throw new ChainError('tableQuery', `Table ${table} is not specified in the ABI`);
  }
  return { abi: abi.parsed, type };
}
