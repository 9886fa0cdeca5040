import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventSource, WantedStream } from '../events/event-sources';
import type { EventStream } from '../events/stream/event-stream';
import type { WebhookConfig } from './config/webhooks-file';
import { deliveryHeaders } from './messages/webhook-message';
import { continuedId, positionIn, positionText, type WebhookPosition } from './messages/webhook-position';
import { DELIVERY_TIMEOUT_MS, WebhookPost } from './messages/webhook-post';
import { WebhookQueue } from './messages/webhook-queue';
import { retryDelayMs } from './messages/retry-delay';
import type { WebhookLease } from './webhook-lease';
import type { WebhookParts, WebhookReports } from './webhook-parts';

const EPOCH_BYTES = 8;
/** Pause until a lease is looked at again that is too short for a delivery. */
const LEASE_PAUSE_MS = 500;

/** The events of one webhook, while this replica holds it: read from where its receiver stands, and delivered. */
export class WebhookSession {
  /** Ends a delivery. */
  readonly #abort = new AbortController();
  /** Ends pauses alone. */
  readonly #wake = new AbortController();
  readonly #woken = new Promise<undefined>((resolve) => {
    this.#wake.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  readonly #post = new WebhookPost();
  readonly #queue: WebhookQueue;
  readonly #start: WebhookPosition | undefined;
  /** The id behind which the stream continues; undefined: the webhook is new. One that cannot be read is reported by a reset. */
  readonly #startId: string | undefined;
  readonly #beganMs: number;
  readonly #ended: Promise<void>;
  #source: EventSource | undefined;
  #stream: EventStream | undefined;
  #unsubscribe: (() => void) | undefined;
  #isStopping = false;
  #isBroken = false;

  constructor(
    private readonly config: WebhookConfig,
    private readonly lease: WebhookLease,
    private readonly parts: WebhookParts,
    private readonly reports: WebhookReports,
  ) {
    const { network, name: webhook } = config;
    this.#start = lease.position === undefined ? undefined : positionIn(lease.position);
    const begun = { epoch: randomBytes(EPOCH_BYTES).toString('hex'), eventId: '', counts: {} };
    const isLost = lease.isPositionLost || lease.position !== undefined;
    this.#startId = this.#start ? continuedId(this.#start) : isLost ? begun.eventId : undefined;
    this.#queue = new WebhookQueue({ network, webhook, position: this.#start ?? begun }, parts.clock);
    this.#beganMs = parts.clock.monotonicMs();
    this.#ended = this.#run();
  }

  /** Milliseconds since the oldest event that was not delivered was read, or since the topics could not be read. */
  get behindMs(): number {
    const sinceMs = this.#stream === undefined ? this.#beganMs : this.#queue.sinceMs;
    return sinceMs === undefined ? 0 : this.parts.clock.monotonicMs() - sinceMs;
  }

  /** It ended by a defect, or the network has another profile: another one begins where the receiver stands. */
  get isOver(): boolean {
    const isOutdated = this.#source !== undefined && !this.parts.sources.isCurrent(this.#source);
    return this.#isBroken || isOutdated;
  }

  /** Keeps where the receiver stands, which moves without events too. */
  async follow(): Promise<void> {
    if (this.#stream === undefined || this.#isStopping) return;
    this.#stream.heartbeat();
    await this.lease.keep(positionText(this.#queue.position));
  }

  /** Ends it; a delivery that is on its way is waited for where this replica still holds the webhook. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#unsubscribe?.();
    if (!this.lease.isHeldFor(0)) this.#abort.abort();
    this.#wake.abort();
    await this.#ended;
    await this.#post.close();
  }

  async #run(): Promise<void> {
    try {
      await this.#open();
      while (!this.#isStopping) await this.#deliverNext();
    } catch (error) {
      if (this.#wake.signal.aborted) return;
      this.#isBroken = true;
      this.reports.onDefect(error);
    }
  }

  /** Until the topics can be read. */
  async #open(): Promise<void> {
    const { network, topics } = this.config;
    const unavailable = new Set(this.#start?.unavailable);
    const wanted: WantedStream = {
      network,
      topics,
      lastEventId: this.#startId,
      limit: Infinity,
      unavailable,
    };
    for (let failures = 1; this.#stream === undefined; failures += 1) {
      try {
        const source = this.parts.sources.of(wanted);
        this.#source = source;
        const prepared = this.parts.sources.prepared(wanted, source, this.#queue, () => undefined);
        // Topics that are slow to be read do not hold up the end.
        const stream = await Promise.race([prepared, this.#woken]);
        if (stream === undefined || this.#isStopping) return;
        this.#queue.begin(stream.position, source.parts);
        stream.open();
        this.#stream = stream;
        this.#unsubscribe = source.feed.subscribe(source.parts, stream);
      } catch (error) {
        this.reports.onUnreadable(error);
        await this.#pause(retryDelayMs(failures, this.parts.random));
      }
    }
    // Before the first delivery: what happens after a beginning is not lost when this replica ends.
    if (this.#start === undefined) await this.lease.keep(positionText(this.#queue.position));
  }

  /** Delivers the oldest event, however often it takes: its order holds. */
  async #deliverNext(): Promise<void> {
    const message = await this.#queue.next(this.#wake.signal);
    // Before it can arrive: the next replica has to know what it said.
    await this.lease.keep(positionText(this.#queue.position));
    for (let failures = 0; !this.#isStopping;) {
      if (!this.lease.isHeldFor(DELIVERY_TIMEOUT_MS)) {
        await this.#pause(LEASE_PAUSE_MS);
        continue;
      }
      const headers = deliveryHeaders(message, this.config.secrets, this.parts.clock.now());
      const delivery = await this.#post.send(this.config.url, message.body, headers, this.#abort.signal);
      if (this.#abort.signal.aborted) return;
      this.reports.onDelivery(delivery);
      if (delivery.outcome === 'delivered') {
        this.#queue.accepted();
        await this.lease.keep(positionText(this.#queue.position));
        return;
      }
      if (delivery.outcome === 'gone') {
        this.#unsubscribe?.();
        this.#isStopping = true;
        return;
      }
      failures += 1;
      await this.#pause(retryDelayMs(failures, this.parts.random));
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: this.#wake.signal });
  }
}
