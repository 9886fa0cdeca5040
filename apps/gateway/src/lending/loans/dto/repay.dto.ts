import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class RepayInput extends NetworkInput {
  @AccountField({ description: 'Borrower, who signs and pays', example: 'dave' })
  account!: string;

  @AmountField({ description: 'USDT to pay ({{decimals.USDT}})', example: '250.5' })
  amount_usdt!: string | number;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
