import { extension, list, struct } from '../../kernel/sdk/abi/containers';
import { checksum256, name } from '../../kernel/sdk/abi/scalars';
import { actionSignature } from '../../kernel/sdk/action-signature';
import { packedTransaction, permissionLevel } from './transaction-type';

// The actions of eosio.msig, with its names and fields.

export const propose = actionSignature(
  struct('propose', {
    proposer: name,
    proposal_name: name,
    requested: list(permissionLevel),
    trx: packedTransaction,
  }),
);
export const approve = actionSignature(
  struct('approve', {
    proposer: name,
    proposal_name: name,
    level: permissionLevel,
    proposal_hash: extension(checksum256),
  }),
);
export const unapprove = actionSignature(
  struct('unapprove', { proposer: name, proposal_name: name, level: permissionLevel }),
);
export const cancel = actionSignature(
  struct('cancel', { proposer: name, proposal_name: name, canceler: name }),
);
export const exec = actionSignature(struct('exec', { proposer: name, proposal_name: name, executer: name }));
export const invalidate = actionSignature(struct('invalidate', { account: name }));
