import { type ActionAuthorization, bytesToHex, nameToValue, sha256 } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import { beginDelay, endDelay } from './delay';
import { proposalOf } from './proposals';
import { REFUSALS } from './refusals';
import type { approve, invalidate, unapprove } from './signatures';
import { approvalsTable, type ApprovalsRow, invalidationsTable, type ProposalRow } from './tables';

/** Agrees to a proposal; with its hash, to exactly the transaction one has seen. */
export function approveProposal(
  context: ContractContext,
  { proposer, proposal_name: name, level, proposal_hash: hash }: ArgsOf<typeof approve>,
): void {
  context.requirePermission(level);
  const proposed = proposalOf(context, proposer, name);
  if (hash !== undefined) requireHash(proposed, hash);
  const table = context.table(approvalsTable, proposer);
  const row = table.get(nameToValue(name), REFUSALS.noProposal);
  const at = placeOf(level, row.requested_approvals);
  check(at >= 0, REFUSALS.notRequested);
  table.modify(row, {
    requested_approvals: row.requested_approvals.toSpliced(at, 1),
    provided_approvals: [...row.provided_approvals, { level, time: context.nowMs }],
  });
  beginDelay(context, proposer, proposed);
}

/** Takes an approval back. */
export function unapproveProposal(
  context: ContractContext,
  { proposer, proposal_name: name, level }: ArgsOf<typeof unapprove>,
): void {
  context.requirePermission(level);
  const table = context.table(approvalsTable, proposer);
  const row = table.get(nameToValue(name), REFUSALS.noProposal);
  const at = placeOf(level, row.provided_approvals);
  check(at >= 0, REFUSALS.notProvided);
  table.modify(row, {
    requested_approvals: [...row.requested_approvals, { level, time: context.nowMs }],
    provided_approvals: row.provided_approvals.toSpliced(at, 1),
  });
  endDelay(context, proposer, proposalOf(context, proposer, name));
}

/** Takes back everything an account has agreed to so far. */
export function invalidateApprovals(context: ContractContext, { account }: ArgsOf<typeof invalidate>): void {
  context.requireAuth(account);
  const table = context.table(invalidationsTable, context.receiver);
  const row = table.find(nameToValue(account));
  const changes = { last_invalidation_time: context.nowMs };
  if (row === undefined) table.emplace(account, { account, ...changes });
  else table.modify(row, changes, account);
}

/** The chain's own check, with its own kind of failure. Source: assert_sha256. */
function requireHash({ packed_transaction: packed }: ProposalRow, hash: string): void {
  ensure(bytesToHex(sha256(packed)) === hash, 'cryptoApi', () => 'hash mismatch');
}

/** The first place of a permission; a proposer may ask for one more than once. */
function placeOf(
  { actor, permission }: ActionAuthorization,
  approvals: ApprovalsRow['requested_approvals'],
): number {
  return approvals.findIndex(({ level }) => level.actor === actor && level.permission === permission);
}
