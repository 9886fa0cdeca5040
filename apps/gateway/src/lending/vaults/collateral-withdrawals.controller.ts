import { ComposeTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { EXAMPLE_BITCOIN_ADDRESS } from '../../composing/bitcoin-address-field';
import { CONCISE_PROPOSAL } from '../../composing/concise-proposal';
import { ProposalAnswer } from '../../composing/proposal.answer';
import { Intentions } from '../../composing/requests/intentions';
import { StepTools } from '../../composing/steps/step-tools';
import { CollateralWithdrawalsService } from './collateral-withdrawals.service';
import { WithdrawCollateralInput } from './dto/withdraw-collateral.dto';
import { Network } from '../../network/network';

@ToolController('Bridge')
export class CollateralWithdrawalsController {
  constructor(
    private readonly withdrawals: CollateralWithdrawalsService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('withdraw_collateral', WithdrawCollateralInput, (network, input) =>
      withdrawals.withdraw(network, input),
    );
  }

  @ComposeTool('withdraw_collateral', {
    title: 'Withdraw vault collateral to a Bitcoin address',
    description:
      'Composes an unsigned withdrawal of CBTC from the vault of the account as BTC. `summary` states the fee of the ' +
      "vault bridge and what arrives, by the bridge's own table; where the network has none, 50 bps, at most 0.005 " +
      'CBTC, minimum 0.0008 CBTC. It fails on-chain if it would breach the LTV of an open loan: withdrawable_cbtc of ' +
      'get_vault is what may go.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'dave', amount_cbtc: '0.01', btc_address: EXAMPLE_BITCOIN_ADDRESS }],
  })
  withdrawCollateral(
    @ToolInput() input: WithdrawCollateralInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('withdraw_collateral', input, network, call, () =>
      this.withdrawals.withdraw(network, input),
    );
  }
}
