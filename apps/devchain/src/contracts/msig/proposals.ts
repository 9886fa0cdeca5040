import { nameToValue } from '@app/antelope';
import { decode } from '../../kernel/sdk/abi/abi-type';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { REFUSALS } from './refusals';
import { approvalsTable, proposalsTable, type ProposalRow } from './tables';
import { packedTransaction, type ProposedTransaction } from './transaction-type';

export function proposalOf(context: ContractContext, proposer: string, name: string): ProposalRow {
  return context.table(proposalsTable, proposer).get(nameToValue(name), REFUSALS.noProposal);
}

export function transactionOf(row: ProposalRow): ProposedTransaction {
  return decode(packedTransaction, row.packed_transaction);
}

/** Whole seconds are compared: it holds to the end of the second it names. */
export function hasExpired(context: ContractContext, { expiration }: ProposedTransaction): boolean {
  return expiration < Math.floor(context.nowMs / 1000) * 1000;
}

export function removeProposal(context: ContractContext, proposer: string, row: ProposalRow): void {
  context.table(proposalsTable, proposer).erase(row);
  const approvals = context.table(approvalsTable, proposer);
  approvals.erase(approvals.get(nameToValue(row.proposal_name), REFUSALS.noProposal));
}
