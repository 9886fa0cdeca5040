import { formatAmount } from '@app/antelope';
import { Networks } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { BitcoinAddresses } from '../../chain/bitcoin-addresses';
import { requireAccount } from '../../chain/known-account';
import { Vaults } from '../../chain/vaults';
import { Collateral } from '../loans/collateral';
import type { GetVaultAnswer, GetVaultInput } from './dto/get-vault.dto';

/** What there is of an account's vault. */
@Injectable()
export class VaultsService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly vaults: Vaults,
    private readonly collateral: Collateral,
    private readonly addresses: BitcoinAddresses,
  ) {}

  async vault({ network, account }: GetVaultInput): Promise<GetVaultAnswer> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    const [vault] = await Promise.all([this.vaults.nameOf(network, account), requireAccount(chain, account)]);
    const contents = vault === null ? NOTHING : await this.#contentsOf(network, vault);
    const { precision } = profile.token('CBTC');
    return {
      network,
      account,
      vault_name: vault,
      cbtc_balance: formatAmount(contents.units, precision),
      btc_address: contents.address,
    };
  }

  async #contentsOf(network: string, vault: string): Promise<{ units: bigint; address: string | null }> {
    const [units, address] = await Promise.all([
      this.collateral.inVault(network, vault),
      this.addresses.of(network, 'vault_addresses', vault),
    ]);
    return { units, address };
  }
}

const NOTHING = { units: 0n, address: null };
