import { RANDOM, type RandomBelow } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { vaultId } from './vault-id';
import type { Network } from '../../network/network';

/** One name in 27 billion is that of a given vault; that this many in a row are taken does not happen. */
const MAX_TRIES = 5;

/** Makes names for new vaults. */
@Injectable()
export class VaultNames {
  constructor(@Inject(RANDOM) private readonly randomBelow: RandomBelow) {}

  /** A name that no account of the chain has. */
  async free({ profile, chain }: Network): Promise<string> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const name = profile.vaultName(vaultId(this.randomBelow));
      if ((await chain.account(name)) === undefined) return name;
    }
    throw new Error(`${MAX_TRIES} generated vault names are all taken`);
  }
}
