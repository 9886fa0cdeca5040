import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { Vaults } from '../../lookups/vaults';
import type { Network } from '../../network/network';

/** Balances read at the same time: one answer must not take all connections to a node. */
const AT_ONCE = 16;

/** Reads the collateral in the vaults of accounts. */
@Injectable()
export class Collateral {
  constructor(private readonly vaults: Vaults) {}

  /** CBTC units by account; 0 without a vault. */
  async of(network: Network, accounts: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
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
  async inVault(network: Network, vault: string): Promise<bigint> {
    network.assertEntries(profileEntry.token('CBTC'));
    const { contract, symbol } = network.profile.token('CBTC');
    const balance = await network.chain.currencyBalance(contract, vault, symbol);
    return balance?.units ?? 0n;
  }
}
