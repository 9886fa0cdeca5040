import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ONLY_ROW } from '../shared/table-keys';
import { countersTable } from './tables';

/** The next id of a payment; both directions count from 1. */
export function nextId(context: ContractContext, direction: 'peg_ins' | 'peg_outs'): bigint {
  const table = context.table(countersTable, context.receiver);
  const row = table.find(ONLY_ROW);
  const after = { peg_ins: 0n, peg_outs: 0n, ...row };
  after[direction]++;
  if (row === undefined) table.emplace(context.receiver, after);
  else table.modify(row, after);
  return after[direction];
}
