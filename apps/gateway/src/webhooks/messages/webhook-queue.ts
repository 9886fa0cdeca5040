import { once } from 'node:events';
import type { Clock } from '@app/operations';
import { partDigest, type StreamPosition, writeEventId } from '../../events/stream/event-id';
import type { EventSink, StreamEvent } from '../../events/stream/event-sink';
import type { TopicPart } from '../../events/reads/topic-reads';
import { messageOf, type WebhookMessage } from './webhook-message';
import { behindNext, type KeptMessage, type WebhookPosition } from './webhook-position';

/** Events of a part that wait at once; those behind them are read again once they are delivered. */
const MAX_WAITING_OF_PART = 100;
/** Events that wait and move no part. With more, nothing is read, so that no topic can fail again. */
const MAX_STILL = 100;
/** Counts the events that move no part, such as a topic that cannot be read. */
const NO_PART = '';

/** A message that waits, and where the receiver stands behind it. */
export interface WaitingMessage extends WebhookMessage {
  readonly sinceMs: number;
  readonly part: string;
  readonly number: number;
  readonly cursor: string | undefined;
  /** Whether a fork may take it back, so that the next replica has to know it. */
  readonly isOfLog: boolean;
  /** Tells that the stream begins anew, or a topic of it. */
  readonly isReset: boolean;
  /** A part that it tells to be unavailable, or available again. */
  readonly told?: { readonly part: string; readonly isAvailable: boolean } | undefined;
}

/** The name of a webhook, and where its receiver stands as it begins. */
export interface QueueStart {
  readonly network: string;
  readonly webhook: string;
  readonly position: WebhookPosition;
}

/**
 * The events of one webhook in their order, until its receiver accepts them. No part has more than a bounded number of
 * them: nothing new is read of a part of which events wait, so a slow receiver gets the newest values, and the rows of
 * a log as long as the chain has them.
 */
export class WebhookQueue implements EventSink {
  readonly isOverrun = false;
  readonly #waiting: WaitingMessage[] = [];
  readonly #added = new EventTarget();
  /** Of each part, the events that wait and move it. */
  readonly #moving = new Map<string, number>();
  #still = 0;
  readonly #numbers: Map<string, number>;
  readonly #accepted: Map<string, number>;
  #cursors = new Map<string, string>();
  #chain = '';
  /** Of the events that wait too: a later one than those that were accepted are of. */
  #headBlock: number | undefined;
  /** Where the receiver stands as long as it does not know of every reset: the next replica finds them again by it. */
  #beforeResets: WebhookPosition;
  #resets = 0;
  #unavailable: Set<string>;

  constructor(
    private readonly start: QueueStart,
    private readonly clock: Clock,
  ) {
    this.#numbers = new Map(Object.entries(start.position.counts));
    this.#accepted = new Map(this.#numbers);
    this.#beforeResets = start.position;
    this.#unavailable = new Set(start.position.unavailable);
    const { next } = start.position;
    if (next === undefined) return;
    this.#numbers.set(next.part, next.number);
    this.#wait({ ...next, sinceMs: clock.monotonicMs(), isOfLog: true, isReset: false });
  }

  /** Where the stream of the receiver begins, behind a message that is sent again. @param parts those that it follows */
  begin({ chain, cursors, headBlock }: StreamPosition, parts: readonly Pick<TopicPart, 'key'>[]): void {
    this.#chain = chain;
    this.#headBlock = headBlock;
    this.#cursors = new Map(cursors);
    const followed = new Set(parts.map(({ key }) => partDigest(key)));
    this.#unavailable = new Set([...this.#unavailable].filter((part) => followed.has(part)));
  }

  open(): void {
    // Nothing to answer: the position was taken by `begin`.
  }

  room({ key }: TopicPart): number {
    return this.#moving.has(partDigest(key)) || this.#still >= MAX_STILL ? 0 : MAX_WAITING_OF_PART;
  }

  send(event: StreamEvent, position: StreamPosition): void {
    this.#headBlock = position.headBlock;
    if (event.event === 'heartbeat') this.#follow(position);
    else if (event.event !== 'ready') this.#add(event);
    // A beginning is reported once; a replica that continues is not.
    else if (!this.#numbers.has(NO_PART)) this.#add({ ...event, data: { ...event.data, resumed: false } });
  }

  end(): void {
    // The stream of a webhook ends with its replica: another one continues it.
  }

  /** The oldest message that waits, once there is one. @throws AbortError */
  async next(signal: AbortSignal): Promise<WaitingMessage> {
    for (;;) {
      if (this.oldest !== undefined) return this.oldest;
      await once(this.#added, 'added', { signal });
    }
  }

  get oldest(): WaitingMessage | undefined {
    return this.#waiting[0];
  }

  /** Since when the oldest message waits. */
  get sinceMs(): number | undefined {
    return this.oldest?.sinceMs;
  }

  /** The receiver has accepted the oldest message. */
  accepted(): void {
    const message = this.#waiting.shift();
    if (message === undefined) return;
    const { part, number, cursor } = message;
    this.#accepted.set(part, number);
    if (cursor === undefined) {
      this.#still -= 1;
      this.#acceptedStill(message);
      return;
    }
    // The stream began behind a message that is sent again, maybe on another chain.
    if (message.id === this.#beforeResets.next?.id) this.#beforeResets = behindNext(this.#beforeResets);
    else this.#cursors.set(part, cursor);
    const left = (this.#moving.get(part) ?? 1) - 1;
    if (left > 0) this.#moving.set(part, left);
    else this.#moving.delete(part);
  }

  /** Also the oldest message, where it is one of a log. */
  get position(): WebhookPosition {
    if (this.#resets > 0) return this.#beforeResets;
    const next = keptOf(this.oldest);
    return {
      ...(next === undefined ? {} : { next }),
      epoch: this.start.position.epoch,
      eventId: writeEventId({ chain: this.#chain, cursors: this.#cursors, headBlock: this.#headBlock }),
      counts: Object.fromEntries(this.#accepted),
      ...(this.#unavailable.size === 0 ? {} : { unavailable: [...this.#unavailable] }),
    };
  }

  #acceptedStill({ isReset, told }: WaitingMessage): void {
    if (isReset) this.#resets -= 1;
    if (told?.isAvailable === true) this.#unavailable.delete(told.part);
    else if (told !== undefined) this.#unavailable.add(told.part);
  }

  /** Cursors move without an event too, with the irreversible block. */
  #follow({ cursors }: StreamPosition): void {
    if (this.#waiting.length === 0) this.#cursors = new Map(cursors);
  }

  #add(event: StreamEvent): void {
    const { network, webhook, position } = this.start;
    const part =
      event.part === undefined || event.cursor === undefined ? NO_PART : partDigest(event.part.key);
    const number = (this.#numbers.get(part) ?? 0) + 1;
    this.#numbers.set(part, number);
    const place = { network, webhook, epoch: position.epoch, part, number };
    const message = messageOf(event, place, this.clock.now());
    const isOfLog = event.part?.cursors.isLog === true;
    this.#wait({
      ...message,
      ...{ sinceMs: this.clock.monotonicMs(), part, number, cursor: event.cursor, isOfLog },
      ...{ isReset: event.event === 'reset', told: toldBy(event) },
    });
  }

  #wait(message: WaitingMessage): void {
    const { part, cursor } = message;
    if (cursor === undefined) this.#still += 1;
    else this.#moving.set(part, (this.#moving.get(part) ?? 0) + 1);
    if (message.isReset) this.#resets += 1;
    this.#waiting.push(message);
    this.#added.dispatchEvent(new Event('added'));
  }
}

function toldBy({ event, part }: StreamEvent): WaitingMessage['told'] {
  if (part === undefined || (event !== 'available' && event !== 'unavailable')) return undefined;
  return { part: partDigest(part.key), isAvailable: event === 'available' };
}

function keptOf(message: WaitingMessage | undefined): KeptMessage | undefined {
  if (message?.cursor === undefined || !message.isOfLog) return undefined;
  const { id, body, part, number, cursor } = message;
  return { id, body, part, number, cursor };
}
