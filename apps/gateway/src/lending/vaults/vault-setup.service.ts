import type { Json } from '@app/antelope';
import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import type { ProposalAnswer } from '../../composing/proposal.answer';
import { runAllChecks } from '../../composing/run-all-checks';
import { requireAccount } from '../../lookups/known-account';
import { Vaults } from '../../lookups/vaults';
import { LendingProposals } from '../lending-proposals';
import type { SetupVaultAnswer, SetupVaultInput } from './dto/setup-vault.dto';
import { VaultNames } from './vault-names';
import type { Network } from '../../network/network';

@Injectable()
export class VaultSetupService {
  constructor(
    private readonly vaults: Vaults,
    private readonly names: VaultNames,
    private readonly proposals: LendingProposals,
  ) {}

  /** Refused for an account with a vault: the chain would, and the name in the answer would be of no vault. */
  async setup(network: Network, input: SetupVaultInput): Promise<ProposalAnswer> {
    const { account } = input;
    const [existing] = await runAllChecks(
      () => this.vaults.nameOf(network, account),
      () => requireAccount(network.chain, account),
    );
    if (existing !== null) fail('INVALID_VALUE', 'account', `${account} has a vault already: ${existing}`);
    // Asked for last: no other request shares the read of a new name.
    const vault = await this.names.free(network);
    return this.proposals.compose(network, input, () => [
      { action: 'create_vault', values: { account, vault } },
      { action: 'generate_address', values: { account, vault } },
    ]);
  }

  /** A proposal with the name that its bytes give the vault. */
  named({ profile }: Network, proposal: ProposalAnswer): SetupVaultAnswer {
    const values = proposal.actions.map((action) =>
      profile.readAction('create_vault', { name: action.name, data: action.data as Json }),
    );
    return { ...proposal, vault_name: String(values.find((each) => each !== undefined)?.['vault']) };
  }
}
