import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import type { ProposalAnswer } from '../composing/proposal.answer';
import type { RunEffects } from '../composing/effects/run-effects';
import { type Assessment, Proposals } from '../composing/proposals';
import { cancelOrderCall } from './cancel-order';
import type { CancelOrderInput } from './dto/cancel-order.dto';
import type { PlaceOrderInput } from './dto/place-order.dto';
import { OrderbookReader } from './orderbook-reader';
import { assessOrder } from './assess-order';
import { MarketFactsReader } from './market-facts';
import { orderTerms, placeOrderCall } from './place-order';
import type { Network } from '../network/network';

/** Composes what changes the book. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orderbooks: OrderbookReader,
    private readonly facts: MarketFactsReader,
    private readonly proposals: Proposals,
  ) {}

  async place(network: Network, input: PlaceOrderInput): Promise<ProposalAnswer> {
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
    let assess: ((effects: RunEffects) => Assessment) | undefined;
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: async () => {
        const terms = orderTerms(input, pair);
        const facts = await this.facts.of(network, pair);
        assess = (effects) =>
          assessOrder({ terms, facts, effects, exchange: profile.account('exchange'), guards: input });
        return [placeOrderCall(terms, profile)];
      },
      assess: (effects) => assess?.(effects) ?? { warnings: [] },
    });
  }

  async cancel(network: Network, input: CancelOrderInput): Promise<ProposalAnswer> {
    const { account, permission, order_id } = input;
    const { profile } = network;
    const pair = network.pair(input.pair);
    network.assertEntries(profileEntry.action('cancel_order'));
    return this.proposals.compose({
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
    });
  }
}
