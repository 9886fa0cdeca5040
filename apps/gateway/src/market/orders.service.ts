import { Networks, profileEntry } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { ProfileMonitor } from '../profile/profile-monitor';
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

/** Composes what changes the book. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly orderbooks: OrderbookReader,
    private readonly facts: MarketFactsReader,
    private readonly proposals: Proposals,
  ) {}

  async place(input: PlaceOrderInput): Promise<ProposalAnswer> {
    const { network, account, permission } = input;
    const { profile } = this.networks.of(network);
    const pair = profile.pair(input.pair);
    const { base, quote } = pair;
    // The order names tokens, not the pair, so the pair's entry is not needed: what is known of a pair comes from
    // its rows, and the first order of a pair is what makes them.
    this.profiles.assertEntries(
      network,
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
        const terms = orderTerms(input, profile);
        const facts = await this.facts.of(network, pair);
        assess = (effects) =>
          assessOrder({ terms, facts, effects, exchange: profile.account('exchange'), guards: input });
        return [placeOrderCall(terms, profile)];
      },
      assess: (effects) => assess?.(effects) ?? { warnings: [] },
    });
  }

  async cancel(input: CancelOrderInput): Promise<ProposalAnswer> {
    const { network, account, permission, order_id } = input;
    const { profile } = this.networks.of(network);
    this.profiles.assertEntries(network, profileEntry.action('cancel_order'));
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: async () => {
        const [order] = await Promise.all([
          this.orderbooks.openOrder(network, profile.pair(input.pair), order_id),
          requireAccount(this.chains.of(network), account),
        ]);
        return [cancelOrderCall(input, order, profile)];
      },
    });
  }
}
