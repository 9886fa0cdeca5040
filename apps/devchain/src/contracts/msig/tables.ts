import { extension, list, nullable, struct } from '../../kernel/sdk/abi/containers';
import { uint8 } from '../../kernel/sdk/abi/integers';
import { bytes, name, timePoint } from '../../kernel/sdk/abi/scalars';
import { type RowOf, table } from '../../kernel/sdk/table';
import { nameKey } from '../shared/table-keys';
import { permissionLevel } from './transaction-type';

/** Proposed transactions; the scope is the proposer. */
export const proposalsTable = table({
  name: 'proposal',
  row: struct('proposal', {
    proposal_name: name,
    packed_transaction: bytes,
    /** When its delay is over; null until enough have agreed. */
    earliest_exec_time: extension(nullable(timePoint)),
  }),
  primaryKey: nameKey('proposal_name'),
});
export type ProposalRow = RowOf<typeof proposalsTable>;

const approval = struct('approval', {
  level: permissionLevel,
  /** When it was given or revoked; 1970-01-01 when neither was ever done. */
  time: timePoint,
});

/** Requested and provided approvals; the scope is the proposer. */
export const approvalsTable = table({
  name: 'approvals2',
  row: struct('approvals_info', {
    version: uint8,
    proposal_name: name,
    requested_approvals: list(approval),
    provided_approvals: list(approval),
  }),
  primaryKey: nameKey('proposal_name'),
});
export type ApprovalsRow = RowOf<typeof approvalsTable>;

/** Accounts that revoked all approvals they had given before a time. */
export const invalidationsTable = table({
  name: 'invals',
  row: struct('invalidation', { account: name, last_invalidation_time: timePoint }),
  primaryKey: nameKey('account'),
});
