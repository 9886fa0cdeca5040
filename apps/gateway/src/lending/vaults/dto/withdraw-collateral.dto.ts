import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { BitcoinAddressField } from '../../../composing/bitcoin-address-field';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class WithdrawCollateralInput extends NetworkInput {
  @AccountField({ description: 'Owner of the vault, who signs', example: 'dave' })
  account!: string;

  @AmountField({
    description:
      'CBTC to withdraw ({{decimals.CBTC}}), at least the minimum of the vault bridge (0.0008 by default); the fee is taken out of it',
    example: '0.01',
  })
  amount_cbtc!: string | number;

  @BitcoinAddressField()
  btc_address!: string;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
