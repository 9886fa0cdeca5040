import { Networks, profileEntry, type TableKey } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { addressOf } from './bitcoin-address-row';
import { nameBound } from '../formatting/name-bound';
import { ProfileMonitor } from '../profile/profile-monitor';

/** Finds where accounts and vaults are funded from Bitcoin: both bridges keep a table of addresses. */
@Injectable()
export class BitcoinAddresses {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
  ) {}

  /** The address of an account or of a vault; null while it has none. */
  async of(
    network: string,
    key: Extract<TableKey, 'deposit_addresses' | 'vault_addresses'>,
    name: string,
  ): Promise<string | null> {
    const { profile } = this.networks.of(network);
    this.profiles.assertEntries(network, profileEntry.bitcoinNetwork);
    const table = this.profiles.table(network, key);
    const query = { ...table, lower_bound: nameBound(name), upper_bound: nameBound(name), limit: 1 };
    const { rows } = await this.chains.of(network).tableRows(query);
    return addressOf({ table, rows, name, bitcoinNetwork: profile.bitcoinNetwork });
  }
}
