import { profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { nameBound } from '../formatting/name-bound';
import { readVaults, vaultsIn } from './vault-rows';
import type { Network } from '../network/network';

/** Finds the vaults of accounts: sub-accounts of the lending contract that hold their collateral. */
@Injectable()
export class Vaults {
  /**
   * The account's vault; null without one.
   * @throws ToolError where the profile's lending contract is not there
   */
  async nameOf(network: Network, owner: string): Promise<string | null> {
    const { profile } = network;
    const chain = network.chain;
    network.assertNamed(profileEntry.account('lending'));
    const lending = profile.account('lending');
    // A check of the profile may still be to come: a missing contract must not look like a missing vault.
    const contract = await chain.abi(lending);
    if (!contract) {
      const problem = contract === null ? 'has no contract' : 'does not exist';
      fail('PROFILE_MISMATCH', profileEntry.account('lending'), `account ${lending} ${problem}`);
    }
    const table = network.table('vaults');
    const bound = nameBound(owner);
    const bounds = { lower_bound: bound, upper_bound: bound };
    const { rows } = await chain.tableRows({ ...table, ...bounds, limit: 1 });
    return vaultsIn(rows).get(owner) ?? null;
  }

  /** The vaults of many accounts, by owner; those without one are not in it. */
  async namesOf(network: Network, owners: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return readVaults(network.chain, network.table('vaults'), owners);
  }
}
