import { AccountField, NetworkInput, PermissionField } from '@app/tooling';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class CancelLoanRequestInput extends NetworkInput {
  @AccountField({ description: 'Account with the queued request, who signs', example: 'erin' })
  account!: string;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;
}
