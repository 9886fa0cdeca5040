import type { Json } from '@app/antelope';
import { Networks, profileEntry } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileWatch } from './profile-watch';

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
    this.profiles.require(network, profileEntry.table('vaults'));
    const { rows } = await chain.tableRows({
      ...profile.table('vaults'),
      lower_bound: owner,
      upper_bound: owner,
      limit: 1,
    });
    return vaultOf(rows, owner);
  }
}

/** The vault in rows of the vault table; a row of somebody else is no answer, whatever the bounds were. */
export function vaultOf(rows: readonly Json[], owner: string): string | null {
  for (const row of rows) {
    if (row === null || typeof row !== 'object' || Array.isArray(row) || row['owner'] !== owner) continue;
    if (typeof row['vault'] === 'string' && row['vault'] !== '') return row['vault'];
  }
  return null;
}
