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

/** Bytes of a packed transaction with which it begins: its expiration, in seconds. */
export const EXPIRATION_BYTES = 4;

/** Whether a proposal meets all conditions of a query. @param proposal `transaction`: its first bytes are enough */
export const isProposalWanted = (
  query: ProposalQuery,
  proposal: Pick<ProposalRecord, 'proposer' | 'name' | 'status' | 'requested' | 'provided' | 'transaction'>,
): boolean =>
  isEqual(query.proposer, proposal.proposer) &&
  isEqual(query.name, proposal.name) &&
  isEqual(query.status, proposal.status) &&
  (query.expired === undefined || hasExpired(proposal.transaction, query.expired)) &&
  (query.accounts === undefined ||
    [...proposal.requested, ...proposal.provided].some(
      ({ actor }) => query.accounts?.includes(actor) === true,
    )) &&
  hasLevel(proposal.requested, query.requested) &&
  hasLevel(proposal.provided, query.provided);

/** Of bytes that are no transaction neither is true. */
function hasExpired(
  transaction: Uint8Array,
  { atMs, isWanted }: NonNullable<ProposalQuery['expired']>,
): boolean {
  if (transaction.length < EXPIRATION_BYTES) return false;
  const view = new DataView(transaction.buffer, transaction.byteOffset, EXPIRATION_BYTES);
  return view.getUint32(0, true) * 1000 < atMs === isWanted;
}

const hasLevel = (levels: ProposalRecord['requested'], wanted: ProposalQuery['requested']): boolean =>
  wanted === undefined ||
  levels.some(({ actor, permission }) => actor === wanted.actor && isEqual(wanted.permission, permission));

/** True for every value when none is wanted. */
export const isEqual = <T>(wanted: T | undefined, value: T): boolean =>
  wanted === undefined || wanted === value;
