import { ComposeTool, ReadTool, ToolController, ToolInput } from '@app/tooling';
import { ProposalAnswer } from '../chain/proposal.answer';
import { DepositsService } from './deposits.service';
import { GetDepositAddressAnswer, GetDepositAddressInput } from './dto/get-deposit-address.dto';
import { WithdrawBtcInput, WithdrawCollateralInput } from './dto/withdraw.dto';
import { WithdrawalsService } from './withdrawals.service';

const EXAMPLE_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

@ToolController('Bridge')
export class BridgeController {
  constructor(
    private readonly deposits: DepositsService,
    private readonly withdrawals: WithdrawalsService,
  ) {}

  @ReadTool('get_deposit_address', {
    title: 'Bitcoin deposit address of an account',
    description:
      'The personal peg-in address of an account: bitcoin sent there arrives as BTC on the chain after confirmation. ' +
      'Mind `btc_network`. To fund collateral use the address of get_vault instead.',
    answer: GetDepositAddressAnswer,
    examples: [{ account: 'alice' }],
  })
  getDepositAddress(@ToolInput() input: GetDepositAddressInput): Promise<GetDepositAddressAnswer> {
    return this.deposits.depositAddress(input);
  }

  @ComposeTool('withdraw_btc', {
    title: 'Send BTC to a Bitcoin address',
    description:
      "Composes an unsigned peg-out: BTC of the account goes to a Bitcoin address. The fees of the bridge's fee " +
      'table are taken out of the amount; `summary` tells them and what arrives. A wrong or foreign address and an ' +
      'amount below the minimum of the bridge are refused.',
    answer: ProposalAnswer,
    examples: [{ account: 'alice', btc_address: EXAMPLE_ADDRESS, amount: '0.1' }],
  })
  withdrawBtc(@ToolInput() input: WithdrawBtcInput): Promise<ProposalAnswer> {
    return this.withdrawals.withdrawBtc(input);
  }

  @ComposeTool('withdraw_collateral', {
    title: 'Withdraw vault collateral to a Bitcoin address',
    description:
      'Composes an unsigned withdrawal of CBTC from the vault of the account as BTC. The bridge takes 50 bps, at most ' +
      '0.005 CBTC; minimum 0.0008 CBTC; `summary` tells the fee and what arrives. It fails on-chain if it would ' +
      'breach the LTV of an open loan: look at `simulation`.',
    answer: ProposalAnswer,
    examples: [{ account: 'dave', amount_cbtc: '0.01', btc_address: EXAMPLE_ADDRESS }],
  })
  withdrawCollateral(@ToolInput() input: WithdrawCollateralInput): Promise<ProposalAnswer> {
    return this.withdrawals.withdrawCollateral(input);
  }
}
