import { Networks } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { nameBound } from './name-bound';
import { ProfileWatch } from './profile-watch';
import { readVaults, vaultsIn } from './vault-rows';

/** Finds the vaults of accounts: sub-accounts of the lending contract that hold their collateral. */
@Injectable()
export class Vaults {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
  ) {}

  /** The account's vault; null without one, and where the chain has no lending contract at all. */
  async nameOf(network: string, owner: string): Promise<string | null> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    if (!(await chain.abi(profile.account('lending')))) return null;
    const table = this.profiles.table(network, 'vaults');
    const bounds = { lower_bound: nameBound(owner), upper_bound: nameBound(owner) };
    const { rows } = await chain.tableRows({ ...table, ...bounds, limit: 1 });
    return vaultsIn(rows).get(owner) ?? null;
  }

  /** The vaults of many accounts, by owner; those without one are not in it. */
  async namesOf(network: string, owners: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readVaults(this.chains.of(network), this.profiles.table(network, 'vaults'), owners);
  }
}
