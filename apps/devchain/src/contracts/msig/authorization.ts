import { type ActionAuthorization, nameToValue } from '@app/antelope';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ChainError } from '../../kernel/sdk/errors/chain-error';
import { transactionOf } from './proposals';
import { REFUSALS } from './refusals';
import { approvalsTable, invalidationsTable, type ProposalRow } from './tables';
import type { ProposedTransaction } from './transaction-type';

/** Numbers of the refusals that say that an authorization does not suffice. */
const AUTHORIZATION_CODES = { from: 3_090_000, below: 3_100_000 };

/**
 * Whether these permissions, and the delay of the transaction, suffice for it by the chain's own rules, links included.
 * Fails as the chain does when it cannot be determined, for instance for a missing permission.
 */
export function isAuthorized(
  context: ContractContext,
  { actions, delay_sec: delaySec }: ProposedTransaction,
  provided: readonly ActionAuthorization[],
): boolean {
  const access = context.privileged();
  try {
    access.requireAuthorization(actions, provided, delaySec);
    return true;
  } catch (error) {
    if (error instanceof ChainError && isAboutAuthorization(error)) return false;
    throw error;
  }
}

/** Whether enough have agreed. */
export function isApproved(context: ContractContext, proposer: string, row: ProposalRow): boolean {
  const approvals = standingApprovals(context, proposer, row.proposal_name);
  return isAuthorized(context, transactionOf(row), approvals);
}

/** The approvals that still count. */
function standingApprovals(context: ContractContext, proposer: string, name: string): ActionAuthorization[] {
  const row = context.table(approvalsTable, proposer).get(nameToValue(name), REFUSALS.noProposal);
  const invalidations = context.table(invalidationsTable, context.receiver);
  return row.provided_approvals
    .filter(({ level, time }) => {
      const invalidated = invalidations.find(nameToValue(level.actor))?.last_invalidation_time;
      return invalidated === undefined || invalidated < time;
    })
    .map(({ level }) => level);
}

function isAboutAuthorization({ code }: ChainError): boolean {
  return code >= AUTHORIZATION_CODES.from && code < AUTHORIZATION_CODES.below;
}
