import { AccountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class CancelLoanRequestInput extends NetworkInput {
  @AccountField({ description: 'Account with the queued request, who signs', example: 'erin' })
  account!: string;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
