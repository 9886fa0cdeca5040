import type { ServerResponse } from 'node:http';
import type { NetworkName } from '@app/networks';
import type { ToolError } from '@app/tooling';
import type { TopicPart } from '../reads/topic-reads';
import type { Reading, Step, TopicEvent } from '../topics/reading';
import { partDigest, writeEventId } from './event-id';
import { eventText, FIRST_LINES } from './event-text';
import { Backoff } from './backoff';
import { Failed } from './looks';
import type { FirstReading } from './network-feed';

/** Bytes that wait for a client that does not read. One that has more is ended. */
export const MAX_WAITING_BYTES = 256 * 1024;

/** Why a stream ended. */
export type StreamEnd = 'client' | 'slow_reader' | 'shutdown' | 'limit';

const END_TEXTS: Readonly<Record<Exclude<StreamEnd, 'client'>, string>> = {
  slow_reader: `more than ${MAX_WAITING_BYTES} bytes were not read; connect again with the last id`,
  shutdown: 'this replica stops; connect again with the last id',
  limit: 'as many events as the request asked for',
};
const NOT_READ = {
  ...{ after_id: null, before_id: null },
  reason: 'not read since ready: look at what happened meanwhile',
};

/** A stream as it begins. */
export interface StreamStart {
  readonly network: NetworkName;
  readonly chain: string;
  readonly topics: readonly string[];
  /** Cursors of an earlier stream, by part; undefined: none is continued. */
  readonly cursors: ReadonlyMap<string, string> | undefined;
  /** Why none is although the client named an id. */
  readonly reset: 'unknown_id' | 'other_chain' | undefined;
  /** Events after which it ends. */
  readonly limit: number;
}

/** Reports a stream. */
export interface StreamReports {
  onEvent(event: string): void;
  /** An error that is a defect, or of a node. */
  onFailure(error: unknown): ToolError;
}

/** A part with its first step. */
interface First {
  readonly part: TopicPart;
  readonly step: Step | Failed;
}

/** The events of one client: its position in each topic, and its connection. */
export class EventStream {
  readonly #cursors: Map<string, string>;
  readonly #failing = new Map<string, Backoff>();
  /** Of each part, the look that was sent last. */
  readonly #looks = new Map<string, number>();
  #first: readonly First[] = [];
  #left: number;
  #end: StreamEnd | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly start: StreamStart,
    private readonly reports: StreamReports,
  ) {
    this.#cursors = new Map(start.cursors);
    this.#left = start.limit;
  }

  /** Undefined while it is open, or was ended by its client. */
  get ended(): StreamEnd | undefined {
    return this.#end;
  }

  /** Finds where the client begins in each part, so that the first id says it. */
  async prepare(first: readonly FirstReading[]): Promise<void> {
    this.#first = await Promise.all(
      first.map(async (one) => ({ part: one.part, step: await this.#firstStep(one) })),
    );
  }

  /** Answers the request, and sends where the client stands and what is new to it. */
  open(): void {
    const { network, topics, cursors, reset } = this.start;
    this.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const resumed = cursors !== undefined && cursors.size > 0;
    this.#write(FIRST_LINES + eventText('ready', JSON.stringify({ network, topics, resumed }), this.#id));
    if (reset !== undefined)
      this.#write(eventText('reset', JSON.stringify({ network, reason: reset }), this.#id));
    for (const topic of this.#begunAnew())
      this.#write(eventText('reset', JSON.stringify({ network, topic, reason: 'not_in_id' }), this.#id));
    for (const { part, step } of this.#first) {
      if (step instanceof Failed) this.fail(part, step.reason);
      else this.#take(part, step);
    }
  }

  /** Sends what is new to this client in a reading of a topic. */
  async deliver(part: TopicPart, reading: Reading, look: number): Promise<void> {
    const key = partDigest(part.key);
    const isOlder = look <= (this.#looks.get(key) ?? 0);
    if (isOlder || this.#failing.get(key)?.isDue === false) return;
    try {
      const step = await reading(this.#cursors.get(key));
      this.#looks.set(key, look);
      if (this.#failing.delete(key)) this.#recovered(part, key);
      this.#take(part, step);
    } catch (error) {
      this.fail(part, error);
      this.#failing.get(key)?.failed();
    }
  }

  /** A topic could not be read: said once, until it can be read again. */
  fail(part: TopicPart, cause: unknown): void {
    const key = partDigest(part.key);
    if (this.#failing.has(key)) return;
    this.#failing.set(key, new Backoff());
    const { message, code } = this.reports.onFailure(cause);
    this.#event('unavailable', part, { error: message, code });
  }

  /** Shows both ends that the connection is there, and brings the client's id up to date: only events with data do. */
  heartbeat(): void {
    this.#write(eventText('heartbeat', '{}', this.#id));
  }

  /** Ends the stream with a last event. */
  end(reason: Exclude<StreamEnd, 'client'>): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    this.response.end(eventText('end', JSON.stringify({ reason, message: END_TEXTS[reason] })));
  }

  get #id(): string {
    return writeEventId({ chain: this.start.chain, cursors: this.#cursors });
  }

  async #firstStep({ part, reading, look }: FirstReading): Promise<Step | Failed> {
    if (reading instanceof Failed) return reading;
    const key = partDigest(part.key);
    const known = this.#cursors.get(key);
    try {
      const step = await reading(known);
      this.#looks.set(key, look);
      if (known === undefined) this.#cursors.set(key, step.start);
      return step;
    } catch (error) {
      return new Failed(error);
    }
  }

  /** Topics that the id of the client does not name. */
  #begunAnew(): Set<string> {
    const { cursors } = this.start;
    const parts = this.#first.map(({ part }) => part);
    if (cursors === undefined) return new Set();
    return new Set(parts.filter(({ key }) => !cursors.has(partDigest(key))).map(({ topic }) => topic));
  }

  /** A log says that it does not know what happened before its first reading. */
  #recovered(part: TopicPart, key: string): void {
    this.#event('available', part, {});
    if (part.cursors.isLog && !this.#cursors.has(key)) this.#event('gap', part, NOT_READ);
  }

  #take(part: TopicPart, { events, cursor }: Step): void {
    const key = partDigest(part.key);
    for (const event of events) this.#send(part, key, event);
    if (this.#end === undefined) this.#cursors.set(key, cursor);
  }

  #send(part: TopicPart, key: string, { event, data, cursor }: TopicEvent): void {
    if (this.#end !== undefined) return;
    this.#cursors.set(key, cursor);
    this.#event(event, part, data);
    this.#left -= 1;
    if (this.#left === 0) this.end('limit');
  }

  #event(event: string, { topic }: TopicPart, data: object): void {
    const { network } = this.start;
    if (this.#write(eventText(event, JSON.stringify({ network, topic, ...data }), this.#id)))
      this.reports.onEvent(event);
  }

  /** @returns whether it was sent: not by a stream that ended, or ends by it */
  #write(text: string): boolean {
    if (this.#end === undefined && this.response.writableLength > MAX_WAITING_BYTES) this.end('slow_reader');
    if (this.#end !== undefined) return false;
    this.response.write(text);
    return true;
  }
}
