import type { AbiType } from '../../kernel/sdk/abi/abi-type';
import type { Struct } from '../../kernel/sdk/abi/containers';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { isApproved } from './authorization';
import { requireDelayOver } from './delay';
import { hasExpired, proposalOf, removeProposal, transactionOf } from './proposals';
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

/** Runs a proposal that enough have agreed to once its delay is over; anyone may. */
export function executeProposal(
  context: ContractContext,
  { proposer, proposal_name: name, executer }: ArgsOf<typeof exec>,
): void {
  context.requireAuth(executer);
  const row = proposalOf(context, proposer, name);
  const transaction = transactionOf(row);
  check(!hasExpired(context, transaction), REFUSALS.expired);
  check(isApproved(context, proposer, row), REFUSALS.authorization);
  requireDelayOver(context, row);
  for (const { account, name: action, authorization, data } of transaction.actions) {
    context.inline(account, { name: action, args: encoded }, data, authorization);
  }
  removeProposal(context, proposer, row);
}
