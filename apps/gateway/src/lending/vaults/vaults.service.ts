import { formatAmount, formatPrice } from '@app/antelope';
import { profileEntry } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import { Injectable } from '@nestjs/common';
import { answerAtOneHead } from '../../lookups/one-head';
import { BitcoinAddresses } from '../../lookups/bitcoin-addresses';
import { requireAccount } from '../../lookups/known-account';
import type { GetVaultAnswer, GetVaultInput } from './dto/get-vault.dto';
import type { VaultLimits } from './vault-limits';
import { VaultStates } from './vault-state';
import type { Network } from '../../network/network';

const NO_LIMITS: VaultLimits = { borrowable: 0n, withdrawable: 0n, liquidationPrice: null };

/** State of an account's vault, and its limits. */
@Injectable()
export class VaultsService {
  constructor(
    private readonly states: VaultStates,
    private readonly addresses: BitcoinAddresses,
  ) {}

  vault(network: Network, { account }: GetVaultInput): Promise<GetVaultAnswer> {
    return answerAtOneHead(network, () => this.#vault(network, account));
  }

  async #vault(network: Network, account: string) {
    const { profile } = network;
    network.assertEntries(profileEntry.table('vaults'), profileEntry.token('CBTC'));
    await requireAccount(network.chain, account);
    const own = await this.states.of(network, account);
    const vault = own?.vault ?? null;
    const limits = own?.limits ?? NO_LIMITS;
    const amount = (symbol: 'CBTC' | 'USDT', units: bigint | null) =>
      units === null ? null : formatAmount(units, profile.token(symbol).precision);
    return {
      account,
      vault_name: vault,
      cbtc_balance: formatAmount(own?.state.collateral ?? 0n, profile.token('CBTC').precision),
      btc_address: vault === null ? null : await this.addresses.of(network, 'vault_addresses', vault),
      max_ltv_bps: Number(profile.lendingTerms.maxLtvBps),
      borrowable_usdt: amount('USDT', limits.borrowable),
      withdrawable_cbtc: amount('CBTC', limits.withdrawable),
      liquidation_price:
        limits.liquidationPrice === null ? null : formatPrice(limits.liquidationPrice, PRICE_DECIMALS),
    };
  }
}
