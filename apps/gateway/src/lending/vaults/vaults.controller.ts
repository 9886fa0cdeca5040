import { ComposeTool, ReadTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { Intentions } from '../../composing/requests/intentions';
import { StepTools } from '../../composing/steps/step-tools';
import { vaultNameOf } from '../../composing/vault-name';
import { GetVaultAnswer, GetVaultInput } from './dto/get-vault.dto';
import { CONCISE_SETUP_VAULT, SetupVaultAnswer, SetupVaultInput } from './dto/setup-vault.dto';
import { VaultSetupService } from './vault-setup.service';
import { VaultsService } from './vaults.service';
import { Network } from '../../network/network';

@ToolController('Lending')
export class VaultsController {
  constructor(
    private readonly vaults: VaultsService,
    private readonly setup: VaultSetupService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('setup_vault', SetupVaultInput, (network, input) => setup.setup(network, input));
  }

  @ReadTool('get_vault', {
    title: 'Collateral vault of an account',
    description:
      'Name of the vault, its CBTC, and the BTC address that funds it: BTC sent there becomes CBTC collateral, free ' +
      'of charge. A new vault gets its address some moments after setup_vault: ask again while it is null. Also what ' +
      'the vault allows now: the highest LTV, what can be borrowed and withdrawn, and the price of liquidation.',
    answer: GetVaultAnswer,
    isKept: true,
    verify: 'quorum',
    examples: [{ account: 'dave' }],
  })
  getVault(@ToolInput() input: GetVaultInput, @ToolNetwork() network: Network): Promise<GetVaultAnswer> {
    return this.vaults.vault(network, input);
  }

  @ComposeTool('setup_vault', {
    title: 'Create a collateral vault',
    description:
      'Composes the unsigned creation of a vault and the request for its BTC address. The name of the vault is ' +
      'generated and returned as vault_name; get_vault then tells the address to fund. An account has one vault: ' +
      'with one already, this is refused.',
    answer: SetupVaultAnswer,
    concise: CONCISE_SETUP_VAULT,
    examples: [{ account: 'alice' }],
  })
  async setupVault(
    @ToolInput() input: SetupVaultInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<SetupVaultAnswer> {
    const proposal = await this.intentions.once('setup_vault', input, network, call, () =>
      this.setup.setup(network, input),
    );
    return { ...proposal, vault_name: String(vaultNameOf(network.profile, proposal)) };
  }
}
