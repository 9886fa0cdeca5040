import { AccountField, AmountField, NetworkInput, PermissionField, TextField } from '@app/tooling';

/** Where bitcoin goes to; checksum and network are for readBitcoinAddress to judge. BIP 173: no address is longer. */
export function BitcoinAddressField(): PropertyDecorator {
  return TextField({
    minLength: 1,
    maxLength: 90,
    description:
      "Bitcoin address (base58, bech32 or bech32m) of this network's Bitcoin; checksum and network are checked",
    example: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  });
}

export class WithdrawBtcInput extends NetworkInput {
  @AccountField({ description: 'Account that sends its BTC, and signs' })
  account!: string;

  @BitcoinAddressField()
  btc_address!: string;

  @AmountField({ description: 'BTC to send (8 decimals); fees are taken out of it', example: '0.1' })
  amount!: string | number;

  @PermissionField()
  permission = 'active';
}

export class WithdrawCollateralInput extends NetworkInput {
  @AccountField({ description: 'Owner of the vault, who signs', example: 'dave' })
  account!: string;

  @AmountField({
    description: 'CBTC to withdraw (8 decimals), at least 0.0008; the fee is taken out of it',
    example: '0.01',
  })
  amount_cbtc!: string | number;

  @BitcoinAddressField()
  btc_address!: string;

  @PermissionField()
  permission = 'active';
}
