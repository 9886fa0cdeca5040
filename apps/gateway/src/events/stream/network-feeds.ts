import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NetworkFeed } from './network-feed';
import type { Network } from '../../network/network';

/** The feeds of all networks. */
@Injectable()
export class NetworkFeeds implements OnModuleDestroy {
  readonly #feeds = new Map<string, NetworkFeed>();

  of(network: Network): NetworkFeed {
    const known = this.#feeds.get(network.name) ?? new NetworkFeed(network);
    this.#feeds.set(network.name, known);
    return known;
  }

  onModuleDestroy(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }
}
