import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookConfig } from './config/webhooks-file';
import type { Delivery } from './messages/webhook-post';
import type { WebhookStore } from './store/webhook-store';
import { WebhookLease } from './webhook-lease';
import type { WebhookParts } from './webhook-parts';
import type { WebhookStates } from './webhook-states';
import { WebhookSession } from './webhook-session';

/** How often a replica holds its webhooks again, and looks for those that no replica holds. */
const LOOK_EVERY_MS = 2_000;

/** A configured webhook: delivered by the replica that holds it, ready to be taken over by the others. */
export class Webhook {
  readonly #lease: WebhookLease;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #session: WebhookSession | undefined;
  #isDisabled = false;

  constructor(
    readonly config: WebhookConfig,
    store: WebhookStore,
    private readonly parts: WebhookParts,
    private readonly states: WebhookStates,
  ) {
    const { network, name } = config;
    this.#lease = new WebhookLease(store, { network, name }, parts.clock);
    states.begin(config);
    this.#ended = this.#run();
  }

  /** Ends it, so that another replica continues at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#look();
      // The end of the pause is no error.
      await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: this.#closing.signal }).catch(
        () => undefined,
      );
    }
    await this.#session?.stop();
    await this.#lease.release();
    this.states.end(this.config);
  }

  async #look(): Promise<void> {
    await this.#lease.renew();
    const isOver = this.#isDisabled || this.#session?.isOver === true;
    if (!this.#lease.isHeldFor(0) || isOver) await this.#leave();
    else if (this.#session === undefined) this.#session = this.#begin();
    else await this.#session.follow();
    this.states.setBehind(this.config, this.#session?.behindMs);
  }

  #begin(): WebhookSession {
    return new WebhookSession(this.config, this.#lease, this.parts, {
      onDelivery: (delivery) => this.#delivered(delivery),
      onUnreadable: (cause) => this.states.unreadable(this.config, cause),
      onDefect: (error) => this.states.defect(this.config, error),
    });
  }

  #delivered(delivery: Delivery): void {
    if (delivery.outcome === 'gone') this.#isDisabled = true;
    this.states.delivered(this.config, delivery);
  }

  async #leave(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.stop();
  }
}
