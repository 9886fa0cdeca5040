import { profileEntry, type TableKey } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { addressOf } from './bitcoin-address-row';
import { nameBound } from '../formatting/name-bound';
import type { Network } from '../network/network';

/** Finds where accounts and vaults are funded from Bitcoin: both bridges keep a table of addresses. */
@Injectable()
export class BitcoinAddresses {
  /** The address of an account or of a vault; null while it has none. */
  async of(
    network: Network,
    key: Extract<TableKey, 'deposit_addresses' | 'vault_addresses'>,
    name: string,
  ): Promise<string | null> {
    const { profile } = network;
    network.assertEntries(profileEntry.bitcoinNetwork);
    const table = network.table(key);
    const query = { ...table, lower_bound: nameBound(name), upper_bound: nameBound(name), limit: 1 };
    const { rows } = await network.chain.tableRows(query);
    return addressOf({ table, rows, name, bitcoinNetwork: profile.bitcoinNetwork });
  }
}
