import { ReadTool, ToolNetwork } from '@app/chain-tools';
import { ToolController, ToolInput } from '@app/tooling';
import { GetPortfolioAnswer, GetPortfolioInput } from './dto/get-portfolio.dto';
import { PortfolioService } from './portfolio.service';
import { Network } from '../../network/network';

@ToolController('Account')
export class PortfolioController {
  constructor(private readonly portfolios: PortfolioService) {}

  @ReadTool('get_portfolio', {
    title: 'Net worth, debt and liquidation distance of an account',
    description:
      'Everything an account has and owes, in USDT: balances, what open orders lock, shares of pools with their ' +
      'value and interest, and each loan with debt, LTV, liquidation price and how far the price may fall. BTC and ' +
      'CBTC are valued at the price of the oracle: when `stale` is true that price is old, and LTV and distance are ' +
      'null. `net_worth_usdt` is null when `not_valued` names something.',
    answer: GetPortfolioAnswer,
    verify: 'quorum',
    isExtension: true,
    examples: [{ account: 'dave' }],
  })
  getPortfolio(
    @ToolInput() input: GetPortfolioInput,
    @ToolNetwork() network: Network,
  ): Promise<GetPortfolioAnswer> {
    return this.portfolios.portfolio(network, input);
  }
}
