import { action } from '../../kernel/sdk/action';
import { contract } from '../../kernel/sdk/contract';
import { MULTISIG } from '../shared/account-names';
import { approveProposal, invalidateApprovals, unapproveProposal } from './approve';
import { executeProposal } from './execute';
import { cancelProposal, proposeTransaction } from './propose';
import { approve, cancel, exec, invalidate, propose, unapprove } from './signatures';
import { approvalsTable, invalidationsTable, proposalsTable } from './tables';

/** The multisig contract, which has to be privileged: docs/contracts/msig.md. */
export const msigContract = contract({
  account: MULTISIG,
  actions: [
    action(propose, proposeTransaction),
    action(approve, approveProposal),
    action(unapprove, unapproveProposal),
    action(cancel, cancelProposal),
    action(exec, executeProposal),
    action(invalidate, invalidateApprovals),
  ],
  tables: [proposalsTable, approvalsTable, invalidationsTable],
});
