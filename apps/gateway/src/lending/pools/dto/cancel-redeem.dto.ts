import { AccountField, IntegerField, NetworkInput, PermissionField } from '@app/tooling';

export class CancelRedeemInput extends NetworkInput {
  @AccountField({ description: 'Lender whose redemption waits, who signs', example: 'dave' })
  account!: string;

  @IntegerField({ description: 'Id of the redemption; get_redemption_queue lists them', example: 1 })
  id!: number;

  @PermissionField()
  permission = 'active';
}
