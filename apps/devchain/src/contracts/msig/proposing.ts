import { nameToValue } from '@app/antelope';
import { decode, encode, type ValueOf } from '../../kernel/abi/abi-type';
import type { ActionContext } from '../../kernel/execution/action-context';
import { check } from '../../kernel/execution/check';
import { requireAuthorization } from './authorization';
import { REFUSALS } from './refusals';
import type { cancel, propose } from './signatures';
import { approvals2, proposal, type ProposalRow } from './tables';
import { packedTransaction, type ProposedTransaction } from './transaction-type';

/** Puts a transaction up for approval. Those asked must suffice for it, once they have all agreed. */
export function proposeTransaction(
  context: ActionContext,
  { proposer, proposal_name: name, requested, trx }: ValueOf<(typeof propose)['args']>,
): void {
  context.requireAuth(proposer);
  check(trx.expiration >= context.nowMs, REFUSALS.expired);
  check(trx.context_free_actions.length === 0, REFUSALS.contextFree);
  check(trx.delay_sec === 0, REFUSALS.delayed);
  const proposals = context.table(proposal, proposer);
  check(!proposals.has(nameToValue(name)), REFUSALS.nameTaken);
  requireAuthorization(context, trx, requested);
  proposals.emplace(proposer, { proposal_name: name, packed_transaction: encode(packedTransaction, trx) });
  context.table(approvals2, proposer).emplace(proposer, {
    version: 1,
    proposal_name: name,
    requested_approvals: requested.map((level) => ({ level, time: 0 })),
    provided_approvals: [],
  });
}

/** Takes a proposal back; once it has expired, anyone may. */
export function cancelProposal(
  context: ActionContext,
  { proposer, proposal_name: name, canceler }: ValueOf<(typeof cancel)['args']>,
): void {
  context.requireAuth(canceler);
  const row = proposalOf(context, proposer, name);
  check(canceler === proposer || transactionOf(row).expiration < context.nowMs, REFUSALS.notExpired);
  removeProposal(context, proposer, row);
}

export function proposalOf(context: ActionContext, proposer: string, name: string): ProposalRow {
  return context.table(proposal, proposer).get(nameToValue(name), REFUSALS.noProposal);
}

export function transactionOf(row: ProposalRow): ProposedTransaction {
  return decode(packedTransaction, row.packed_transaction);
}

export function removeProposal(context: ActionContext, proposer: string, row: ProposalRow): void {
  context.table(proposal, proposer).erase(row);
  const approvals = context.table(approvals2, proposer);
  approvals.erase(approvals.get(nameToValue(row.proposal_name), REFUSALS.noProposal));
}
