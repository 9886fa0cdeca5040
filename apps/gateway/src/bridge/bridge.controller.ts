import { ComposeTool, ReadTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { EXAMPLE_BITCOIN_ADDRESS } from '../composing/bitcoin-address-field';
import { CONCISE_PROPOSAL } from '../composing/concise-proposal';
import { ProposalAnswer } from '../composing/proposal.answer';
import { Intentions } from '../composing/requests/intentions';
import { StepTools } from '../composing/steps/step-tools';
import { DepositsService } from './deposits.service';
import { GetDepositAddressAnswer, GetDepositAddressInput } from './dto/get-deposit-address.dto';
import { WithdrawBtcInput } from './dto/withdraw.dto';
import { WithdrawalsService } from './withdrawals.service';
import { Network } from '../network/network';

@ToolController('Bridge')
export class BridgeController {
  constructor(
    private readonly deposits: DepositsService,
    private readonly withdrawals: WithdrawalsService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('withdraw_btc', WithdrawBtcInput, (network, input) => withdrawals.withdrawBtc(network, input));
  }

  @ReadTool('get_deposit_address', {
    title: 'Bitcoin deposit address of an account',
    description:
      'The personal peg-in address of an account: bitcoin sent there arrives as BTC on the chain after confirmation. ' +
      'Mind `btc_network`. To fund collateral use the address of get_vault instead.',
    answer: GetDepositAddressAnswer,
    isKept: true,
    verify: 'quorum',
    examples: [{ account: 'alice' }],
  })
  getDepositAddress(
    @ToolInput() input: GetDepositAddressInput,
    @ToolNetwork() network: Network,
  ): Promise<GetDepositAddressAnswer> {
    return this.deposits.depositAddress(network, input);
  }

  @ComposeTool('withdraw_btc', {
    title: 'Send BTC to a Bitcoin address',
    description:
      "Composes an unsigned peg-out: BTC of the account goes to a Bitcoin address. The fees of the bridge's fee " +
      'table are taken out of the amount; `summary` tells them and what arrives. A wrong or foreign address and an ' +
      'amount below the minimum of the bridge are refused.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'alice', btc_address: EXAMPLE_BITCOIN_ADDRESS, amount: '0.1' }],
  })
  withdrawBtc(
    @ToolInput() input: WithdrawBtcInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('withdraw_btc', input, network, call, () =>
      this.withdrawals.withdrawBtc(network, input),
    );
  }
}
