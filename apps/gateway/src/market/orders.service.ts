import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import type { StepRun } from '../composing/effects/step-run';
import type { Assessment, ProposalRequest } from '../composing/proposals';
import { cancelOrderCall } from './cancel-order';
import type { CancelOrderInput } from './dto/cancel-order.dto';
import type { PlaceOrderInput } from './dto/place-order.dto';
import { OrderbookReader } from './orderbook-reader';
import { assessOrder } from './assess-order';
import { MarketFactsReader } from './market-facts';
import { orderTerms, placeOrderCall } from './place-order';
import type { Network } from '../network/network';

/** Requests to compose the changes of the book. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orderbooks: OrderbookReader,
    private readonly facts: MarketFactsReader,
  ) {}

  place(network: Network, input: PlaceOrderInput): ProposalRequest {
    const { account, permission } = input;
    const { profile } = network;
    const pair = network.pair(input.pair);
    const { base, quote } = pair;
    // The order names tokens, not the pair, so the pair's entry need not match: what is known of a pair comes from
    // its rows, and the first order of a pair is what makes them.
    network.assertEntries(
      profileEntry.account('exchange'),
      profileEntry.token(base.apiSymbol),
      profileEntry.token(quote.apiSymbol),
    );
    let assess: ((run: StepRun) => Assessment) | undefined;
    return {
      network,
      actor: account,
      permission,
      actions: async () => {
        const terms = orderTerms(input, pair);
        const facts = await this.facts.of(network, pair);
        assess = (run) =>
          assessOrder({ terms, facts, run, exchange: profile.account('exchange'), guards: input });
        return [placeOrderCall(terms, profile)];
      },
      assess: (run) => assess?.(run) ?? { warnings: [] },
    };
  }

  cancel(network: Network, input: CancelOrderInput): ProposalRequest {
    const { account, permission, order_id } = input;
    const { profile } = network;
    const pair = network.pair(input.pair);
    network.assertEntries(profileEntry.action('cancel_order'));
    return {
      network,
      actor: account,
      permission,
      actions: async () => {
        const [order] = await Promise.all([
          this.orderbooks.openOrder(network, pair, order_id),
          requireAccount(network.chain, account),
        ]);
        return [cancelOrderCall({ account, order_id, pair }, order, profile)];
      },
    };
  }
}
