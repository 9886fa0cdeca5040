import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { BitcoinAddressField } from '../../composing/bitcoin-address-field';
import { ProposalDetailField } from '../../composing/concise-proposal';
import { RequestIdField } from '../../composing/requests/request-id-field';

export class WithdrawBtcInput extends NetworkInput {
  @AccountField({ description: 'Account that sends its BTC, and signs' })
  account!: string;

  @BitcoinAddressField()
  btc_address!: string;

  @AmountField({ description: 'BTC to send ({{decimals.BTC}}); fees are taken out of it', example: '0.1' })
  amount!: string | number;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
