import { AccountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { IntegerField, type Detail } from '@app/tooling';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class CancelRedeemInput extends NetworkInput {
  @AccountField({ description: 'Lender whose redemption waits, who signs', example: 'dave' })
  account!: string;

  @IntegerField({ description: 'Id of the redemption; get_redemption_queue lists them', example: 1 })
  id!: number;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
