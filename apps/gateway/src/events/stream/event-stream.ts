import type { ServerResponse } from 'node:http';
import type { NetworkName } from '@app/networks';
import type { ToolError } from '@app/tooling';
import type { TopicPart } from '../reads/topic-reads';
import type { Reading, TopicEvent } from '../topics/reading';
import { partDigest, writeEventId } from './event-id';
import { eventText, FIRST_LINES, heartbeatText } from './event-text';

/** Bytes that wait for a client that does not read. One that has more is ended. */
export const MAX_WAITING_BYTES = 256 * 1024;

/** Why a stream ended. */
export type StreamEnd = 'client' | 'slow_reader' | 'shutdown' | 'limit';

const END_TEXTS: Readonly<Record<Exclude<StreamEnd, 'client'>, string>> = {
  slow_reader: `more than ${MAX_WAITING_BYTES} bytes were not read; connect again with the last id`,
  shutdown: 'this replica stops; connect again with the last id',
  limit: 'as many events as the request asked for',
};

/** A stream as it begins. */
export interface StreamStart {
  readonly network: NetworkName;
  readonly chain: string;
  readonly topics: readonly string[];
  /** Cursors of an earlier stream, by part. */
  readonly cursors: ReadonlyMap<string, string>;
  /** Why there are none although the client named an id. */
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

/** The events of one client: its position in each topic, and its connection. */
export class EventStream {
  readonly #cursors: Map<string, string>;
  readonly #failing = new Set<string>();
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

  /** Answers the request, and tells the client where it stands. */
  open(): void {
    const { network, topics, cursors, reset } = this.start;
    this.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#write(
      FIRST_LINES +
        eventText('ready', JSON.stringify({ network, topics, resumed: cursors.size > 0 }), this.#id),
    );
    if (reset !== undefined)
      this.#write(eventText('reset', JSON.stringify({ network, reason: reset }), this.#id));
  }

  /** Tells what is new to this client in a reading of a topic. */
  async deliver(part: TopicPart, reading: Reading): Promise<void> {
    const key = partDigest(part.key);
    try {
      const { events, cursor } = await reading(this.#cursors.get(key));
      if (this.#failing.delete(key)) this.#notice('available', part, {});
      for (const event of events) this.#tell(part, key, event);
      if (this.#end === undefined) this.#cursors.set(key, cursor);
    } catch (error) {
      this.fail(part, error);
    }
  }

  /** A topic could not be read: said once, until it can be read again. */
  fail(part: TopicPart, cause: unknown): void {
    const key = partDigest(part.key);
    if (this.#failing.has(key)) return;
    this.#failing.add(key);
    const { message, code } = this.reports.onFailure(cause);
    this.#notice('unavailable', part, { error: message, code });
  }

  heartbeat(): void {
    this.#write(heartbeatText(this.#id));
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

  #tell(part: TopicPart, key: string, { event, data, cursor }: TopicEvent): void {
    if (this.#end !== undefined) return;
    this.#cursors.set(key, cursor);
    this.#event(event, part, data);
    this.#left -= 1;
    if (this.#left === 0) this.end('limit');
  }

  #notice(event: string, part: TopicPart, data: object): void {
    if (this.#end === undefined) this.#event(event, part, data);
  }

  #event(event: string, { topic }: TopicPart, data: object): void {
    const { network } = this.start;
    this.#write(eventText(event, JSON.stringify({ network, topic, ...data }), this.#id));
    this.reports.onEvent(event);
  }

  #write(text: string): void {
    if (this.#end !== undefined) return;
    if (this.response.writableLength > MAX_WAITING_BYTES) this.end('slow_reader');
    else this.response.write(text);
  }
}
