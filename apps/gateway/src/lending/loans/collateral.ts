import { Networks, profileEntry } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../../profile/profile-monitor';
import { Vaults } from '../../lookups/vaults';

/** Balances read at the same time: one answer must not take all connections to a node. */
const AT_ONCE = 16;

/** Reads the collateral in the vaults of accounts. */
@Injectable()
export class Collateral {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly vaults: Vaults,
  ) {}

  /** CBTC units by account; 0 without a vault. */
  async of(network: string, accounts: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const found = new Map(accounts.map((account) => [account, 0n]));
    const waiting = [...(await this.vaults.namesOf(network, accounts))];
    const look = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [account, vault] = next;
        found.set(account, await this.inVault(network, vault));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, look));
    return found;
  }

  /** CBTC units that a vault holds. */
  async inVault(network: string, vault: string): Promise<bigint> {
    this.profiles.assertEntries(network, profileEntry.token('CBTC'));
    const { contract, symbol } = this.networks.of(network).profile.token('CBTC');
    const balance = await this.chains.of(network).currencyBalance(contract, vault, symbol);
    return balance?.units ?? 0n;
  }
}
