import { equalBytes } from '@app/antelope';
import type { ActionWrite, TransactionWrite } from '../derive/action-writes';
import type { BlockHeader } from '../derive/block-writes';
import type { ActionConditions, ProposalQuery } from './queries';
import type { ProposalRecord } from './records';

/** An action with the block and the transaction that it is in. */
export interface ActionInContext {
  readonly block: Pick<BlockHeader, 'num' | 'id' | 'timeMs' | 'producer'>;
  readonly transaction: Omit<TransactionWrite, 'header'>;
  readonly action: Omit<ActionWrite, 'transaction'>;
}

/** Whether an action meets the conditions that have no index of their own. */
export function matchesConditions(
  conditions: ActionConditions,
  { block, transaction, action }: ActionInContext,
): boolean {
  const { blockId, receiver, actor, permission } = conditions;
  return (
    (blockId === undefined || equalBytes(blockId, block.id)) &&
    isEqual(conditions.producer, block.producer) &&
    isEqual(conditions.actionOrdinal, action.actionOrdinal) &&
    isEqual(conditions.creatorActionOrdinal, action.creatorActionOrdinal) &&
    isEqual(conditions.cpuUsageUs, transaction.cpuUsageUs) &&
    isEqual(conditions.netUsageWords, transaction.netUsageWords) &&
    (receiver === undefined || action.receipts.some((receipt) => receipt.receiver === receiver)) &&
    ((actor === undefined && permission === undefined) ||
      action.authorization.some(
        (level) => isEqual(actor, level.actor) && isEqual(permission, level.permission),
      ))
  );
}

/** Whether a proposal meets all conditions of a query. */
export const isProposalWanted = (
  query: ProposalQuery,
  proposal: Pick<ProposalRecord, 'proposer' | 'name' | 'status' | 'requested' | 'provided'>,
): boolean =>
  isEqual(query.proposer, proposal.proposer) &&
  isEqual(query.name, proposal.name) &&
  isEqual(query.status, proposal.status) &&
  (query.accounts === undefined ||
    [...proposal.requested, ...proposal.provided].some(
      ({ actor }) => query.accounts?.includes(actor) === true,
    )) &&
  hasLevel(proposal.requested, query.requested) &&
  hasLevel(proposal.provided, query.provided);

const hasLevel = (levels: ProposalRecord['requested'], wanted: ProposalQuery['requested']): boolean =>
  wanted === undefined ||
  levels.some(({ actor, permission }) => actor === wanted.actor && isEqual(wanted.permission, permission));

/** True for every value when none is wanted. */
export const isEqual = <T>(wanted: T | undefined, value: T): boolean =>
  wanted === undefined || wanted === value;
