import { Networks } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { BitcoinAddresses } from '../lookups/bitcoin-addresses';
import { requireAccount } from '../lookups/known-account';
import type { GetDepositAddressAnswer, GetDepositAddressInput } from './dto/get-deposit-address.dto';

/** The way in. */
@Injectable()
export class DepositsService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly addresses: BitcoinAddresses,
  ) {}

  async depositAddress({ network, account }: GetDepositAddressInput): Promise<GetDepositAddressAnswer> {
    const { profile } = this.networks.of(network);
    await requireAccount(this.chains.of(network), account);
    const btc_address = await this.addresses.of(network, 'deposit_addresses', account);
    return { network, account, btc_address, btc_network: profile.bitcoinNetwork };
  }
}
