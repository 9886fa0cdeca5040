import { Networks } from '@app/networks';
import { RANDOM, type RandomBelow } from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable } from '@nestjs/common';
import { vaultId } from './vault-id';

/** One name in 27 billion is that of a given vault; that this many in a row are taken does not happen. */
const MAX_TRIES = 5;

/** Makes names for new vaults. */
@Injectable()
export class VaultNames {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    @Inject(RANDOM) private readonly randomBelow: RandomBelow,
  ) {}

  /** A name that no account of the chain has. */
  async free(network: string): Promise<string> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const name = profile.vaultName(vaultId(this.randomBelow));
      if ((await chain.account(name)) === undefined) return name;
    }
    throw new Error(`${MAX_TRIES} generated vault names are all taken`);
  }
}
