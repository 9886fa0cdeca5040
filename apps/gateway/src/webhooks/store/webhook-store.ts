/** The webhook of a network. */
export interface WebhookKey {
  readonly network: string;
  readonly name: string;
}

/** Whether this replica holds a webhook, and the position in the store; `lost`: the store is not there. */
export type Hold =
  | {
      readonly kind: 'held' | 'other';
      readonly position: string | undefined;
      /** The store has a position that no replica with this secret made, and this replica knows none. */
      readonly isForged?: boolean;
    }
  | { readonly kind: 'lost' };

/** Holds and positions of webhooks. No method rejects. */
export interface WebhookStore {
  /**
   * Holds a webhook for `LEASE_MS`, or continues to, where no other replica holds it.
   * @param known the newest position that this replica knows: put back where the store has none
   */
  hold(key: WebhookKey, known: string | undefined): Promise<Hold>;
  /** Keeps the position of a webhook that this replica holds. @returns false: another one holds it now, or the store is lost */
  keep(key: WebhookKey, position: string): Promise<boolean>;
  /** Another replica may hold it at once. */
  release(key: WebhookKey): Promise<void>;
}

/** A replica that does not hold a webhook again within this time has lost it. */
export const LEASE_MS = 20_000;

/** Positions in the memory of this process, which is alone. */
export class MemoryWebhooks implements WebhookStore {
  readonly #positions = new Map<string, string>();

  hold({ network, name }: WebhookKey): Promise<Hold> {
    return Promise.resolve({ kind: 'held', position: this.#positions.get(`${network} ${name}`) });
  }

  keep({ network, name }: WebhookKey, position: string): Promise<boolean> {
    this.#positions.set(`${network} ${name}`, position);
    return Promise.resolve(true);
  }

  release(): Promise<void> {
    return Promise.resolve();
  }
}
