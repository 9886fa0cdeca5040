import { ComposeTool, ReadTool, ToolNetwork } from '@app/chain-tools';
import { type CountedCall, CurrentCall } from '@app/rate-limit';
import { ToolController, ToolInput } from '@app/tooling';
import { OraclePriceAnswer } from '../lookups/oracle-price.answer';
import { CONCISE_PROPOSAL } from '../composing/concise-proposal';
import { ProposalAnswer } from '../composing/proposal.answer';
import { Intentions } from '../composing/requests/intentions';
import { StepTools } from '../composing/steps/step-tools';
import { CONCISE_ORDERBOOK, CONCISE_TRADES } from './concise-market';
import { CancelOrderInput } from './dto/cancel-order.dto';
import { GetBtcPriceInput } from './dto/get-btc-price.dto';
import { GetOrderbookAnswer, GetOrderbookInput } from './dto/get-orderbook.dto';
import { GetOrdersAnswer, GetOrdersInput } from './dto/get-orders.dto';
import { GetTradesAnswer, GetTradesInput } from './dto/get-trades.dto';
import { PlaceOrderInput } from './dto/place-order.dto';
import { MarketService } from './market.service';
import { OrdersService } from './orders.service';
import { Network } from '../network/network';

/** Pairs of this deployment, in examples. */
const FIRST = '{{pair.first}}';
const LAST = '{{pair.last}}';

@ToolController('Market')
export class MarketController {
  constructor(
    private readonly market: MarketService,
    private readonly orders: OrdersService,
    private readonly intentions: Intentions,
    steps: StepTools,
  ) {
    steps.add('place_order', PlaceOrderInput, (network, input) => orders.place(network, input));
    steps.add('cancel_order', CancelOrderInput, (network, input) => orders.cancel(network, input));
  }

  @ReadTool('get_orderbook', {
    title: 'Order book of a pair',
    description:
      'Bids and asks by price level, best first, with best prices and spread. Prices are quote per base: ' +
      '{{pairs.units}}. At most `depth` levels per side are returned: `levels` ' +
      'says how many exist, `depth_within` sums the whole volume within 0.1, 0.5, 1 and 2 % of the mid price. ' +
      '`truncated` says only that the book has more than 500 orders; what is not null is exact all the same, except a ' +
      'level with `at_least`: at least that much is there.',
    answer: GetOrderbookAnswer,
    concise: CONCISE_ORDERBOOK,
    isKept: true,
    examples: [{ pair: FIRST, depth: 5 }, { pair: LAST }],
  })
  getOrderbook(
    @ToolInput() input: GetOrderbookInput,
    @ToolNetwork() network: Network,
  ): Promise<GetOrderbookAnswer> {
    return this.market.orderbook(network, input);
  }

  @ReadTool('get_orders', {
    title: 'Open orders of an account',
    description:
      'Open orders of an account on one pair or on {{pairs.all}}; `id` is the order_id of cancel_order. `amount` and ' +
      '`total` are what is left of an order, without what was filled. `truncated`: a book has more orders than ' +
      'the 5000 oldest that were looked through, and some of the account may be missing.',
    answer: GetOrdersAnswer,
    isKept: true,
    examples: [{ account: 'dave' }, { account: 'dave', pair: FIRST }],
  })
  getOrders(@ToolInput() input: GetOrdersInput, @ToolNetwork() network: Network): Promise<GetOrdersAnswer> {
    return this.market.orders(network, input);
  }

  @ReadTool('get_trades', {
    title: 'Latest trades of a pair, or of an account',
    description:
      'Trades of a pair, newest first; with `account` only those in which it bought or sold. The history of all ' +
      'pairs is read until there are `limit` trades, at most the 5000 newest; `truncated`: rows were not read. ' +
      'Older trades: send `next_before_id` of the answer as `before_id`, until it is null.' +
      ' A trade has no order id: an order that get_orders lists no more was filled or cancelled.',
    answer: GetTradesAnswer,
    concise: CONCISE_TRADES,
    isKept: true,
    examples: [
      { pair: FIRST, limit: 10 },
      { pair: FIRST, account: 'alice' },
    ],
  })
  getTrades(@ToolInput() input: GetTradesInput, @ToolNetwork() network: Network): Promise<GetTradesAnswer> {
    return this.market.trades(network, input);
  }

  @ReadTool('get_btc_price', {
    title: 'BTC price of the oracle',
    description:
      'The BTC/USD price that the loan contract uses for LTV and liquidation: prefer it over any other. It is ' +
      'the average of at least 3 feeders within 10 %. When `stale` is true (older than 5 minutes, or the chain ' +
      'stands still), never use it for collateral math.',
    answer: OraclePriceAnswer,
    isKept: true,
    verify: 'quorum',
    examples: [{}, { pair: 'btcusd' }],
  })
  getBtcPrice(
    @ToolInput() input: GetBtcPriceInput,
    @ToolNetwork() network: Network,
  ): Promise<OraclePriceAnswer> {
    return this.market.btcPrice(network, input);
  }

  @ComposeTool('place_order', {
    title: 'Place a limit order',
    description:
      'Composes an unsigned limit order. `amount` is of the base token ({{pairs.bases}}), ' +
      '`price` is quote per base. A buy locks amount x price of the quote, rounded up; a sell locks the amount ' +
      `of the base. An order that crosses the book trades at once, at the better price: \`simulation.order\` says how much and at which average. ` +
      '`max_slippage_bps` and `post_only` refuse a dry run that trades otherwise; the market may move before the push, ' +
      'and then only `price` holds.',
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [
      { account: 'alice', pair: FIRST, side: 'sell', price: '80000', amount: '0.001' },
      {
        account: 'alice',
        pair: LAST,
        side: 'buy',
        price: '0.00000001',
        amount: '100',
        permission: 'agent',
      },
      {
        ...{ account: 'alice', pair: FIRST, side: 'buy', price: '70000', amount: '0.001' },
        ...{ max_slippage_bps: 50, post_only: true },
      },
    ],
  })
  placeOrder(
    @ToolInput() input: PlaceOrderInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('place_order', input, network, call, () => this.orders.place(network, input));
  }

  @ComposeTool('cancel_order', {
    title: 'Cancel an open order',
    description:
      'Composes an unsigned cancellation of an open order of the account; what it still locks comes back. Ids ' +
      `come from get_orders.`,
    answer: ProposalAnswer,
    concise: CONCISE_PROPOSAL,
    examples: [{ account: 'dave', pair: FIRST, order_id: 1 }],
  })
  cancelOrder(
    @ToolInput() input: CancelOrderInput,
    @ToolNetwork() network: Network,
    @CurrentCall() call: CountedCall,
  ): Promise<ProposalAnswer> {
    return this.intentions.once('cancel_order', input, network, call, () =>
      this.orders.cancel(network, input),
    );
  }
}
