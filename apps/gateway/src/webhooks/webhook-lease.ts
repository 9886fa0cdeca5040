import type { Clock } from '@app/operations';
import { LEASE_MS, type WebhookKey, type WebhookStore } from './store/webhook-store';

/** Whether this replica holds a webhook, and the newest position that it knows of it. */
export class WebhookLease {
  #untilMs = 0;
  #known: string | undefined;
  #isForged = false;

  constructor(
    private readonly store: WebhookStore,
    private readonly key: WebhookKey,
    private readonly clock: Clock,
  ) {}

  /** Undefined: none is known, the receiver begins anew. */
  get position(): string | undefined {
    return this.#known;
  }

  /** The receiver stood somewhere, which cannot be read, as after a change of the secret. */
  get isPositionLost(): boolean {
    return this.#known === undefined && this.#isForged;
  }

  /**
   * Begins to hold the webhook, or continues to. While the store is lost, the lease runs out. Another replica may have
   * held the webhook since: it is not held then until the next renewal, so that its session is left.
   */
  async renew(): Promise<void> {
    const beganMs = this.clock.monotonicMs();
    const heldUntilMs = this.#untilMs;
    const hasRunOut = (): boolean => heldUntilMs > 0 && this.clock.monotonicMs() >= heldUntilMs;
    if (hasRunOut()) {
      this.#untilMs = 0;
      return;
    }
    const hold = await this.store.hold(this.key, this.#known);
    if (hold.kind === 'lost') return;
    this.#untilMs = hold.kind === 'held' && !hasRunOut() ? beganMs + LEASE_MS : 0;
    this.#known = hold.position ?? this.#known;
    this.#isForged = hold.isForged ?? false;
  }

  /** @param ms that what it is needed for takes at most */
  isHeldFor(ms: number): boolean {
    return this.clock.monotonicMs() + ms < this.#untilMs;
  }

  /** Keeps a position of the replica that holds the webhook, where it is another one. The webhook is lost where that fails. */
  async keep(position: string): Promise<void> {
    if (position === this.#known || !this.isHeldFor(0)) return;
    this.#known = position;
    if (!(await this.store.keep(this.key, position))) this.#untilMs = 0;
  }

  async release(): Promise<void> {
    if (this.isHeldFor(0)) await this.store.release(this.key);
    this.#untilMs = 0;
  }
}
