import { Networks, profileEntry } from '@app/networks';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { ProfileMonitor } from '../profile/profile-monitor';
import type { ProposalAnswer } from '../composing/proposal.answer';
import { Proposals } from '../composing/proposals';
import { cancelOrderCall } from './cancel-order';
import type { CancelOrderInput } from './dto/cancel-order.dto';
import type { PlaceOrderInput } from './dto/place-order.dto';
import { OrderbookReader } from './orderbook-reader';
import { placeOrderCall } from './place-order';

/** Composes what changes the book. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly orderbooks: OrderbookReader,
    private readonly proposals: Proposals,
  ) {}

  async place(input: PlaceOrderInput): Promise<ProposalAnswer> {
    const { network, account, permission } = input;
    const { profile } = this.networks.of(network);
    const { base, quote } = profile.pair(input.pair);
    // The order names tokens, not the pair, so the pair's entry is not needed: what is known of a pair comes from
    // its rows, and the first order of a pair is what makes them.
    this.profiles.assertEntries(
      network,
      profileEntry.account('exchange'),
      profileEntry.token(base.apiSymbol),
      profileEntry.token(quote.apiSymbol),
    );
    return this.proposals.compose({
      network,
      actor: account,
      permission,
      actions: () => [placeOrderCall(input, profile)],
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
