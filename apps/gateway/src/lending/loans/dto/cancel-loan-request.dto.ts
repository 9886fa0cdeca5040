import { AccountField, NetworkInput, PermissionField } from '@app/tooling';

export class CancelLoanRequestInput extends NetworkInput {
  @AccountField({ description: 'Account with the queued request, who signs', example: 'erin' })
  account!: string;

  @PermissionField()
  permission = 'active';
}
