import { nameFromValue, type PackedAction, type Transaction } from '@app/antelope';
import type { ProposalApproval } from '../derive/block-writes';
import type { ProposalRecord } from '../store/records';
import type { Shown } from './data-transforms';
import { timeText } from './time-text';
import { levelText } from './values';

/** The proposed transaction, decoded with the ABIs of its contracts. */
export interface ProposedTransaction extends Omit<Transaction, 'context_free_actions' | 'actions'> {
  readonly context_free_actions: readonly ProposedActionDocument[];
  readonly actions: readonly ProposedActionDocument[];
}

interface ProposedActionDocument extends Omit<PackedAction, 'data'> {
  readonly data: Shown;
}

/** A proposal. `executed` is false for cancelled ones, as for open ones; `status` distinguishes them. */
export const proposalDocument = (
  record: ProposalRecord,
  transaction: ProposedTransaction | undefined,
): object => ({
  provided_approvals: record.provided.map(approvalDocument),
  requested_approvals: record.requested.map(approvalDocument),
  block_num: record.blockNum,
  timestamp: timeText(record.timeMs),
  proposer: nameFromValue(record.proposer),
  proposal_name: nameFromValue(record.name),
  primary_key: String(record.name),
  executed: record.status === 'executed',
  status: record.status,
  ...(transaction === undefined ? {} : { expiration: transaction.expiration, trx: transaction }),
});

const approvalDocument = (approval: ProposalApproval): object => ({
  ...levelText(approval),
  time: timeText(approval.timeMs),
});
