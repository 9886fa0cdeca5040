import { nameToValue } from '@app/antelope';
import { encode } from '../../kernel/sdk/abi/abi-type';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { isAuthorized } from './authorization';
import { hasExpired, proposalOf, removeProposal, transactionOf } from './proposals';
import { REFUSALS } from './refusals';
import type { cancel, propose } from './signatures';
import { approvalsTable, proposalsTable } from './tables';
import { packedTransaction } from './transaction-type';

/** Puts a transaction up for approval. Those asked must suffice for it, once they have all agreed. */
export function proposeTransaction(
  context: ContractContext,
  { proposer, proposal_name: name, requested, trx }: ArgsOf<typeof propose>,
): void {
  context.requireAuth(proposer);
  check(!hasExpired(context, trx), REFUSALS.expired);
  check(trx.context_free_actions.length === 0, REFUSALS.contextFree);
  const proposals = context.table(proposalsTable, proposer);
  check(!proposals.has(nameToValue(name)), REFUSALS.nameTaken);
  check(isAuthorized(context, trx, requested), REFUSALS.authorization);
  proposals.emplace(proposer, {
    proposal_name: name,
    packed_transaction: encode(packedTransaction, trx),
    earliest_exec_time: null,
  });
  context.table(approvalsTable, proposer).emplace(proposer, {
    version: 1,
    proposal_name: name,
    requested_approvals: requested.map((level) => ({ level, time: 0 })),
    provided_approvals: [],
  });
}

/** Takes a proposal back; once it has expired, anyone may. */
export function cancelProposal(
  context: ContractContext,
  { proposer, proposal_name: name, canceler }: ArgsOf<typeof cancel>,
): void {
  context.requireAuth(canceler);
  const row = proposalOf(context, proposer, name);
  check(canceler === proposer || hasExpired(context, transactionOf(row)), REFUSALS.notExpired);
  removeProposal(context, proposer, row);
}
