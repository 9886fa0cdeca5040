import { ReadTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { GetMoneyInFlightAnswer, GetMoneyInFlightInput } from './dto/get-money-in-flight.dto';
import { MoneyInFlightService } from './money-in-flight.service';
import { Network } from '../../network/network';

@ToolController('Account')
export class MoneyInFlightController {
  constructor(private readonly money: MoneyInFlightService) {}

  @ReadTool('get_money_in_flight', {
    title: 'Money of an account that is on its way',
    description:
      'Where money is that has left one place and not arrived at the other: payments from Bitcoin and to Bitcoin ' +
      'with txid and confirmations, redemptions that wait for USDT and loan requests, each with its place in the ' +
      'queue of its pool and the USDT before it. Payments that are done are not in it. `status` of a payment to ' +
      'Bitcoin: review, waiting for a block of Bitcoin, sent.',
    answer: GetMoneyInFlightAnswer,
    verify: 'quorum',
    isExtension: true,
    examples: [{ account: 'dave' }],
  })
  getMoneyInFlight(
    @ToolInput() input: GetMoneyInFlightInput,
    @ToolNetwork() network: Network,
  ): Promise<GetMoneyInFlightAnswer> {
    return this.money.inFlight(network, input);
  }
}
