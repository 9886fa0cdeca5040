import { nameToValue } from '@app/antelope';
import type { ValueOf } from '../../kernel/sdk/abi/abi-type';
import { extension, list, nullable, struct } from '../../kernel/sdk/abi/containers';
import { uint8 } from '../../kernel/sdk/abi/integers';
import { bytes, name, timePoint } from '../../kernel/sdk/abi/scalars';
import { table } from '../../kernel/sdk/table';
import { permissionLevel } from './transaction-type';

const approval = struct('approval', {
  level: permissionLevel,
  /** When it was given or taken back; 1970-01-01 when neither was ever done. */
  time: timePoint,
});

const proposalRow = struct('proposal', {
  proposal_name: name,
  packed_transaction: bytes,
  /** When its delay is over; null until enough have agreed. */
  earliest_exec_time: extension(nullable(timePoint)),
});
export type ProposalRow = ValueOf<typeof proposalRow>;

const approvalsRow = struct('approvals_info', {
  version: uint8,
  proposal_name: name,
  requested_approvals: list(approval),
  provided_approvals: list(approval),
});
export type ApprovalsRow = ValueOf<typeof approvalsRow>;

/** Proposed transactions; the scope is the proposer. */
export const proposalsTable = table({
  name: 'proposal',
  row: proposalRow,
  primaryKey: (row) => nameToValue(row.proposal_name),
});

/** Requested and provided approvals; the scope is the proposer. */
export const approvalsTable = table({
  name: 'approvals2',
  row: approvalsRow,
  primaryKey: (row) => nameToValue(row.proposal_name),
});

/** Accounts that took back all they had agreed to before a time. */
export const invalidationsTable = table({
  name: 'invals',
  row: struct('invalidation', { account: name, last_invalidation_time: timePoint }),
  primaryKey: ({ account }) => nameToValue(account),
});
