import type { NetworkName } from '@app/networks';
import type { ToolError } from '@app/tooling';
import { BlockNotReachedError } from '@app/upstream';
import type { TopicPart } from '../reads/topic-reads';
import type { Reading, Step, TopicEvent } from '../topics/reading';
import { partDigest, type StreamPosition } from './event-id';
import type { EventSink, StreamEvent } from './event-sink';
import { Backoff } from './backoff';
import { Failed, type LookPlace } from './looks';
import type { FirstReading } from './network-feed';
import { MAX_WAITING_BYTES } from './response-sink';
import { SeenHead } from './seen-head';

/** Why a stream ended. */
export type StreamEnd = 'client' | 'slow_reader' | 'shutdown' | 'reconfigured' | 'limit';

const END_TEXTS: Readonly<Record<Exclude<StreamEnd, 'client'>, string>> = {
  slow_reader: `more than ${MAX_WAITING_BYTES} bytes were not read; connect again with the last id`,
  shutdown: 'this replica stops; connect again with the last id',
  reconfigured: 'the network has another profile; connect again with the last id',
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
  /** Head block that the client has seen, by its id. */
  readonly headBlock?: number | undefined;
  /** Why none is although the client named an id. */
  readonly reset: 'unknown_id' | 'other_chain' | undefined;
  /** Events after which it ends. */
  readonly limit: number;
  /** Digests of parts that were reported to the client as unavailable. */
  readonly unavailable?: ReadonlySet<string> | undefined;
}

/** Reports a stream. */
export interface StreamReports {
  onEvent(event: string): void;
  /** An error that is a defect, or of a node. */
  onFailure(error: unknown): ToolError;
}

/** A part with its first step. */
interface First extends Pick<FirstReading, 'look'> {
  readonly part: TopicPart;
  /** Undefined: none at the first look. */
  readonly step: Step | Failed | undefined;
}

/** The events of one client, or webhook: its position in each topic, and where its events go. */
export class EventStream {
  readonly #cursors: Map<string, string>;
  readonly #failing = new Map<string, Backoff>();
  /** Of each part, the look that was sent last. */
  readonly #looks = new Map<string, number>();
  readonly #seen: SeenHead;
  #first: readonly First[] = [];
  #left: number;
  #end: StreamEnd | undefined;

  constructor(
    private readonly sink: EventSink,
    private readonly start: StreamStart,
    private readonly reports: StreamReports,
  ) {
    this.#cursors = new Map(start.cursors);
    this.#seen = new SeenHead(start.headBlock);
    this.#left = start.limit;
    for (const key of start.unavailable ?? []) this.#failing.set(key, new Backoff());
  }

  get network(): NetworkName {
    return this.start.network;
  }

  /** Undefined while it is open, or was ended by its client. */
  get ended(): StreamEnd | undefined {
    return this.#end;
  }

  /** Finds where the client begins in each part, so that the first id says it. */
  async prepare(first: readonly FirstReading[]): Promise<void> {
    this.#first = await Promise.all(
      first.map(async (one) => ({ part: one.part, look: one.look, step: await this.#firstStep(one) })),
    );
  }

  /** Sends where the client stands and what is new to it. */
  open(): void {
    const { network, topics, cursors, reset } = this.start;
    this.sink.open();
    const resumed = cursors !== undefined && cursors.size > 0;
    this.#write({ event: 'ready', data: { network, topics, resumed } });
    if (reset !== undefined) this.#write({ event: 'reset', data: { network, reason: reset } });
    for (const topic of this.#begunAnew())
      this.#write({ event: 'reset', data: { network, topic, reason: 'not_in_id' } });
    for (const { part, step, look } of this.#first) {
      if (step instanceof Failed) this.fail(part, step.reason);
      else if (step !== undefined) this.#readable(part, step, look);
    }
  }

  /** Sends what is new to this client in a reading of a topic. */
  async deliver(part: TopicPart, reading: Reading, look: LookPlace): Promise<void> {
    const key = partDigest(part.key);
    const isOlder = look.number <= (this.#looks.get(key) ?? 0) || !this.#isRead(part, look);
    if (isOlder || this.#failing.get(key)?.isDue === false || this.sink.room(part) === 0) return;
    try {
      const step = await reading(this.#cursors.get(key));
      this.#looks.set(key, look.number);
      this.#readable(part, step, look);
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
    this.#event(part, 'unavailable', { error: message, code });
  }

  /** Shows both ends that the connection is there, and brings the client's id up to date: only events with data do. */
  heartbeat(): void {
    this.#write({ event: 'heartbeat', data: {} });
  }

  /** Ends the stream with a last event. */
  end(reason: Exclude<StreamEnd, 'client'>): void {
    if (this.#end !== undefined) return;
    this.#end = reason;
    this.sink.end({ event: 'end', data: { reason, message: END_TEXTS[reason] } });
  }

  /** Where it stands: the next event changes it. */
  get position(): StreamPosition {
    return { chain: this.start.chain, cursors: this.#cursors, headBlock: this.#seen.blockNum };
  }

  /** Undefined where the nodes are behind what the client has seen: a later look is read. */
  async #firstStep({ part, reading, look }: FirstReading): Promise<Step | Failed | undefined> {
    if (reading instanceof Failed) return reading;
    const key = partDigest(part.key);
    const known = this.#cursors.get(key);
    if (known !== undefined && !this.#isRead(part, look)) return undefined;
    try {
      const step = await reading(known);
      this.#looks.set(key, look.number);
      if (known === undefined) this.#place(key, step.start, look, step);
      return step;
    } catch (error) {
      return new Failed(error);
    }
  }

  /** Whether a look has what the client was sent, or may take it back. A log that waits long for one is reported. */
  #isRead(part: TopicPart, look: LookPlace): boolean {
    if (!part.cursors.isLog || !this.#cursors.has(partDigest(part.key))) return this.#seen.admits(look);
    if (this.#seen.reaches(look)) return true;
    const { network } = this.start;
    if (this.#seen.isLongBehind)
      this.fail(part, new BlockNotReachedError(network, this.#seen.blockNum ?? 0, look.headBlock ?? 0));
    return false;
  }

  /** Topics that the id of the client does not name. */
  #begunAnew(): Set<string> {
    const { cursors } = this.start;
    const parts = this.#first.map(({ part }) => part);
    if (cursors === undefined) return new Set();
    return new Set(parts.filter(({ key }) => !cursors.has(partDigest(key))).map(({ topic }) => topic));
  }

  #readable(part: TopicPart, step: Step, look: LookPlace): void {
    const key = partDigest(part.key);
    if (this.#failing.delete(key)) this.#recovered(part, key);
    this.#take(part, step, look);
  }

  /** A log says that it does not know what happened before its first reading. */
  #recovered(part: TopicPart, key: string): void {
    this.#event(part, 'available', {});
    if (part.cursors.isLog && !this.#cursors.has(key)) this.#event(part, 'gap', NOT_READ);
  }

  /** Events beyond the room of the sink are found again by the next reading. */
  #take(part: TopicPart, step: Step, look: LookPlace): void {
    const { events, cursor } = step;
    const key = partDigest(part.key);
    const taken = events.slice(0, this.sink.room(part));
    for (const event of taken) {
      if (this.#end !== undefined) return;
      this.#place(key, event.cursor, look, step);
      this.#send(part, event);
    }
    if (this.#end === undefined && taken.length === events.length) this.#place(key, cursor, look, step);
  }

  /** The head block is kept with the cursors: every node that has this block gives the same rows for them. */
  #place(key: string, cursor: string, look: LookPlace, { newestBlock }: Step): void {
    if (this.#cursors.get(key) === cursor) return;
    this.#cursors.set(key, cursor);
    this.#seen.changedBy(look, newestBlock);
  }

  #send(part: TopicPart, { event, data, cursor }: TopicEvent): void {
    this.#event(part, event, data, cursor);
    this.#left -= 1;
    if (this.#left === 0) this.end('limit');
  }

  #event(part: TopicPart, event: string, data: object, cursor?: string): void {
    const { network } = this.start;
    const all = { network, topic: part.topic, ...data };
    if (this.#write({ event, data: all, part, ...(cursor === undefined ? {} : { cursor }) }))
      this.reports.onEvent(event);
  }

  /** @returns whether it was sent: not by a stream that ended, or ends by it */
  #write(event: StreamEvent): boolean {
    if (this.#end === undefined && this.sink.isOverrun) this.end('slow_reader');
    if (this.#end !== undefined) return false;
    this.sink.send(event, this.position);
    return true;
  }
}
