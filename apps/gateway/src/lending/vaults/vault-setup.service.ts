import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { Vaults } from '../../lookups/vaults';
import { LendingProposals } from '../lending-proposals';
import type { SetupVaultAnswer, SetupVaultInput } from './dto/setup-vault.dto';
import { VaultNames } from './vault-names';

@Injectable()
export class VaultSetupService {
  constructor(
    private readonly vaults: Vaults,
    private readonly names: VaultNames,
    private readonly proposals: LendingProposals,
  ) {}

  /** Refused for an account with a vault: the chain would, and the name in the answer would be of no vault. */
  async setup(input: SetupVaultInput): Promise<SetupVaultAnswer> {
    const { network, account } = input;
    const [existing, vault] = await Promise.all([
      this.vaults.nameOf(network, account),
      this.names.free(network),
    ]);
    if (existing !== null) fail('INVALID_VALUE', 'account', `${account} has a vault already: ${existing}`);
    const proposal = await this.proposals.compose(input, () => [
      { action: 'create_vault', values: { account, vault } },
      { action: 'generate_address', values: { account, vault } },
    ]);
    return { ...proposal, vault_name: vault };
  }
}
