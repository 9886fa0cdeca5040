import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { isApproved } from './authorization';
import { transactionOf } from './proposals';
import { REFUSALS } from './refusals';
import { proposalsTable, type ProposalRow } from './tables';

/** After an approval: with the one that makes them enough, the delay of the transaction begins. */
export function beginDelay(context: ContractContext, proposer: string, row: ProposalRow): void {
  if (hasBegun(row) || !isApproved(context, proposer, row)) return;
  const earliest = context.nowMs + transactionOf(row).delay_sec * 1000;
  context.table(proposalsTable, proposer).modify(row, { earliest_exec_time: earliest });
}

/** After an approval was taken back: when they are not enough any more, the delay will have to begin anew. */
export function endDelay(context: ContractContext, proposer: string, row: ProposalRow): void {
  if (!hasBegun(row) || isApproved(context, proposer, row)) return;
  context.table(proposalsTable, proposer).modify(row, { earliest_exec_time: null });
}

/** A delay that never began, because permissions changed and not approvals, is never over. */
export function requireDelayOver(context: ContractContext, row: ProposalRow): void {
  if (hasBegun(row)) check(row.earliest_exec_time <= context.nowMs, REFUSALS.tooEarly);
  else check(transactionOf(row).delay_sec === 0, REFUSALS.delayNotBegun);
}

function hasBegun(row: ProposalRow): row is ProposalRow & { earliest_exec_time: number } {
  return typeof row.earliest_exec_time === 'number';
}
