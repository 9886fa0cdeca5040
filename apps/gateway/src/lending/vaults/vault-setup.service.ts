import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import type { ProposalRequest } from '../../composing/proposals';
import { runAllChecks } from '../../composing/run-all-checks';
import { requireAccount } from '../../lookups/known-account';
import { Vaults } from '../../lookups/vaults';
import { lendingRequest } from '../lending-request';
import type { SetupVaultInput } from './dto/setup-vault.dto';
import { VaultNames } from './vault-names';
import type { Network } from '../../network/network';

@Injectable()
export class VaultSetupService {
  constructor(
    private readonly vaults: Vaults,
    private readonly names: VaultNames,
  ) {}

  /** Refused for an account with a vault: the chain would, and the name in the answer would be of no vault. */
  async setup(network: Network, input: SetupVaultInput): Promise<ProposalRequest> {
    const { account } = input;
    const [existing] = await runAllChecks(
      () => this.vaults.nameOf(network, account),
      () => requireAccount(network.chain, account),
    );
    if (existing !== null) fail('INVALID_VALUE', 'account', `${account} has a vault already: ${existing}`);
    // Asked for last: no other request shares the read of a new name.
    const vault = await this.names.free(network);
    return lendingRequest(network, input, {
      steps: () => [
        { action: 'create_vault', values: { account, vault } },
        { action: 'generate_address', values: { account, vault } },
      ],
    });
  }
}
