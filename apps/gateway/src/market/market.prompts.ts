import { McpPrompt, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { accountChecks, signingSteps } from '../composing/prompt-steps';
import { Network } from '../network/network';
import { PriceGuardInput } from './dto/price-guard.dto';
import { isPricedByOracle } from './market-facts';

@Injectable()
export class MarketPrompts {
  @McpPrompt('place_order_with_price_guard', {
    title: 'Place an order with a price guard',
    description: 'Compares the price of an order with the book (and the oracle) before it is placed.',
    completions: { permission: 'permissions' },
  })
  placeOrder(@ToolInput() input: PriceGuardInput, @ToolNetwork() on: Network): string {
    const { network, account, pair, side, price, amount, permission, max_deviation_bps: bps } = input;
    return `Place an order for ${account} on ${network}: ${side} ${amount} of the base token of ${pair} at ${price}, signed with ${account}@${permission}. The price may be at most ${bps} basis points worse than the middle of the book.

1. ${accountChecks(account, network)}
2. Call get_orderbook {"pair":"${pair}","depth":200,"network":"${network}"}. middle = (best_bid + best_ask) / 2. Without a bid or an ask there is no middle: stop and ask me.
3. Price guard: worse by bps = ${side === 'buy' ? '(price - middle)' : '(middle - price)'} / middle x 10000. Stop and tell me when that is above ${bps}.
4. ${isPricedByOracle(on.pair(pair)) ? `Call get_btc_price {"network":"${network}"}. When it is not stale and the price of the order is further than ${bps} basis points from it to my disadvantage, warn me and ask.` : 'The oracle has no price of this pair: the book is all there is.'}
5. Tell me what crosses at once: ${side === 'buy' ? 'asks at or below' : 'bids at or above'} the price, with the amount and the average price. A level with at_least may have more: say so. The rest stays in the book.
6. Compose place_order {"account":"${account}","pair":"${pair}","side":"${side}","price":"${price}","amount":"${amount}","permission":"${permission}","network":"${network}"}.
7. ${signingSteps(network)}
8. Call get_orders {"account":"${account}","pair":"${pair}","network":"${network}"}: tell me the id of what is open, and offer cancel_order.`;
  }
}
