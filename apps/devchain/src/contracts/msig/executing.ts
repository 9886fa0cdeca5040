import type { AbiType, ValueOf } from '../../kernel/abi/abi-type';
import type { Struct } from '../../kernel/abi/containers';
import type { ActionContext } from '../../kernel/execution/action-context';
import { check } from '../../kernel/execution/check';
import { standingApprovals } from './approving';
import { requireAuthorization } from './authorization';
import { proposalOf, removeProposal, transactionOf } from './proposing';
import { REFUSALS } from './refusals';
import type { exec } from './signatures';

/** Arguments that are encoded already. */
const encoded: AbiType<Uint8Array> & Struct<Uint8Array> = {
  name: 'encoded',
  parts: [],
  members: [],
  write: (writer, value) => writer.raw(value),
  read: () => new Uint8Array(),
};

/** Runs a proposal that enough have agreed to; anyone may. */
export function executeProposal(
  context: ActionContext,
  { proposer, proposal_name: name, executer }: ValueOf<(typeof exec)['args']>,
): void {
  context.requireAuth(executer);
  const row = proposalOf(context, proposer, name);
  const transaction = transactionOf(row);
  check(transaction.expiration >= context.nowMs, REFUSALS.expired);
  requireAuthorization(context, transaction, standingApprovals(context, proposer, name));
  for (const { account, name: action, authorization, data } of transaction.actions) {
    context.inline(account, { name: action, args: encoded }, data, authorization);
  }
  removeProposal(context, proposer, row);
}
