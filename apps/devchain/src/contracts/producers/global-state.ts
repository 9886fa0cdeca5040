import type { ContractContext } from '../../kernel/sdk/contract-context';
import { GLOBAL_KEY, type GlobalRow, globalTable } from './tables';

const NOTHING_YET: GlobalRow = {
  total_activated_stake: 0n,
  last_producer_schedule_update: 0,
  last_producer_schedule_size: 0,
  total_producer_vote_weight: 0,
  last_proposed_schedule: '0'.repeat(64),
};

export function globalState(context: ContractContext): GlobalRow {
  return context.table(globalTable, context.receiver).find(GLOBAL_KEY) ?? NOTHING_YET;
}

export function changeGlobalState(context: ContractContext, changes: Partial<GlobalRow>): void {
  const table = context.table(globalTable, context.receiver);
  const before = table.find(GLOBAL_KEY);
  if (before === undefined) table.emplace(context.receiver, { ...NOTHING_YET, ...changes });
  else table.modify(before, changes);
}
