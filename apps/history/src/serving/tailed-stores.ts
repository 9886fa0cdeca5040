import type { Logger } from '@app/operations';
import { type FollowStatus, INITIAL_STATUS } from '../follow/follow-status';
import { openStoreTail, type StoreLimits, type StoreLocation } from '../store/open-store';
import type { IndexListener } from '../stream/index-events';
import type { HistoryChanges } from './history-changes';
import { TailedStore } from './tailed-store';

/** The changes of databases that another process writes. */
export class TailedStores implements HistoryChanges {
  private constructor(private readonly stores: ReadonlyMap<string, TailedStore>) {}

  static async start(
    chains: readonly { readonly name: string; readonly store: StoreLocation }[],
    limits: StoreLimits,
    logger: Logger,
  ): Promise<TailedStores> {
    const stores = new Map<string, TailedStore>();
    for (const { name, store } of chains)
      stores.set(name, new TailedStore(name, await openStoreTail(store, limits), logger));
    return new TailedStores(stores);
  }

  status(chain: string): FollowStatus {
    return this.stores.get(chain)?.status ?? INITIAL_STATUS;
  }

  subscribe(chain: string, listener: IndexListener): () => void {
    return this.stores.get(chain)?.subscribe(listener) ?? (() => undefined);
  }

  async watched(chain: string): Promise<void> {
    await this.stores.get(chain)?.watched;
  }

  async ended(): Promise<void> {
    await Promise.all([...this.stores.values()].map(({ ended }) => ended));
  }

  async close(): Promise<void> {
    await Promise.all([...this.stores.values()].map((store) => store.close()));
  }
}
