import { type ActionAuthorization, bytesToHex, nameToValue, sha256 } from '@app/antelope';
import type { ValueOf } from '../../kernel/abi/abi-type';
import type { ActionContext } from '../../kernel/execution/action-context';
import { check } from '../../kernel/execution/check';
import { proposalOf } from './proposing';
import { REFUSALS } from './refusals';
import type { approve, invalidate, unapprove } from './signatures';
import { approvals2, invals } from './tables';

interface Approval {
  readonly level: ActionAuthorization;
  readonly time: number;
}

/** Agrees to a proposal; with its hash, to exactly the transaction one has seen. */
export function approveProposal(
  context: ActionContext,
  { proposer, proposal_name: name, level, proposal_hash: hash }: ValueOf<(typeof approve)['args']>,
): void {
  context.requirePermission(level);
  const { packed_transaction: packed } = proposalOf(context, proposer, name);
  check(hash === undefined || hash === bytesToHex(sha256(packed)), REFUSALS.hash);
  const table = context.table(approvals2, proposer);
  const row = table.get(nameToValue(name), REFUSALS.noProposal);
  check(has(row.requested_approvals, level), REFUSALS.notRequested);
  table.modify(row, {
    requested_approvals: without(row.requested_approvals, level),
    provided_approvals: [...row.provided_approvals, { level, time: context.nowMs }],
  });
}

/** Takes an approval back. */
export function unapproveProposal(
  context: ActionContext,
  { proposer, proposal_name: name, level }: ValueOf<(typeof unapprove)['args']>,
): void {
  context.requirePermission(level);
  const table = context.table(approvals2, proposer);
  const row = table.get(nameToValue(name), REFUSALS.noProposal);
  check(has(row.provided_approvals, level), REFUSALS.notProvided);
  table.modify(row, {
    requested_approvals: [...row.requested_approvals, { level, time: 0 }],
    provided_approvals: without(row.provided_approvals, level),
  });
}

/** Takes back everything an account has agreed to so far. */
export function invalidateApprovals(
  context: ActionContext,
  { account }: ValueOf<(typeof invalidate)['args']>,
): void {
  context.requireAuth(account);
  const table = context.table(invals, context.receiver);
  const row = table.find(nameToValue(account));
  const changes = { last_invalidation_time: context.nowMs };
  if (row === undefined) table.emplace(account, { account, ...changes });
  else table.modify(row, changes, account);
}

/** The approvals that still count. */
export function standingApprovals(
  context: ActionContext,
  proposer: string,
  name: string,
): ActionAuthorization[] {
  const row = context.table(approvals2, proposer).get(nameToValue(name), REFUSALS.noProposal);
  const invalidations = context.table(invals, context.receiver);
  return row.provided_approvals
    .filter(({ level, time }) => {
      const invalidated = invalidations.find(nameToValue(level.actor))?.last_invalidation_time;
      return invalidated === undefined || invalidated < time;
    })
    .map(({ level }) => level);
}

function has(approvals: readonly Approval[], level: ActionAuthorization): boolean {
  return approvals.some((approval) => isSame(approval.level, level));
}

function without(approvals: readonly Approval[], level: ActionAuthorization): Approval[] {
  return approvals.filter((approval) => !isSame(approval.level, level));
}

function isSame(left: ActionAuthorization, right: ActionAuthorization): boolean {
  return left.actor === right.actor && left.permission === right.permission;
}
