import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Network } from '../../network/network';
import { NetworkRegistry } from '../../network/network-registry';
import { NetworkFeed } from './network-feed';

/** The feeds of all networks. */
@Injectable()
export class NetworkFeeds implements OnModuleDestroy {
  readonly #feeds = new Map<string, NetworkFeed>();

  constructor(networks: NetworkRegistry) {
    networks.onRenewed(({ name }) => {
      this.#feeds.get(name)?.close();
      this.#feeds.delete(name);
    });
  }

  of(network: Network): NetworkFeed {
    const known = this.#feeds.get(network.name) ?? new NetworkFeed(network);
    this.#feeds.set(network.name, known);
    return known;
  }

  onModuleDestroy(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }
}
