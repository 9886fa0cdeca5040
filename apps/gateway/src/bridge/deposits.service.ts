import { Injectable } from '@nestjs/common';
import { BitcoinAddresses } from '../lookups/bitcoin-addresses';
import { requireAccount } from '../lookups/known-account';
import type { GetDepositAddressAnswer, GetDepositAddressInput } from './dto/get-deposit-address.dto';
import type { Network } from '../network/network';

/** The way in. */
@Injectable()
export class DepositsService {
  constructor(private readonly addresses: BitcoinAddresses) {}

  async depositAddress(
    network: Network,
    { account }: GetDepositAddressInput,
  ): Promise<GetDepositAddressAnswer> {
    await requireAccount(network.chain, account);
    const btc_address = await this.addresses.of(network, 'deposit_addresses', account);
    return { network: network.name, account, btc_address, btc_network: network.profile.bitcoinNetwork };
  }
}
