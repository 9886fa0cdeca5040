import type { IncomingMessage } from 'node:http';
import { LimitedLog, Metrics } from '@app/operations';
import { BucketGuard } from '@app/rate-limit';
import { fail, type ToolError } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { NetworkRegistry } from '../network/network-registry';
import { asToolError } from '../platform/errors/error-mapping';
import type { StreamResponse } from '../platform/surface';
import type { EventsRequest } from './dto/events-request';
import { type TopicPart, TopicReads } from './reads/topic-reads';
import { chainDigits, idCharacters, MAX_ID_CHARACTERS, partDigest, readEventId } from './stream/event-id';
import { EventStream, type StreamStart } from './stream/event-stream';
import type { NetworkFeed } from './stream/network-feed';
import { NetworkFeeds } from './stream/network-feeds';
import { OpenEventStreams } from './stream/open-event-streams';
import type { Network } from '../network/network';

/** Opens the streams of clients. */
@Injectable()
export class EventsService {
  constructor(
    private readonly networks: NetworkRegistry,
    private readonly reads: TopicReads,
    private readonly feeds: NetworkFeeds,
    private readonly open: OpenEventStreams,
    private readonly guard: BucketGuard,
    private readonly metrics: Metrics,
    private readonly failures: LimitedLog,
  ) {}

  /** Answers with a stream, or refuses before it begins. @throws ToolError */
  async stream(wanted: EventsRequest, request: IncomingMessage, response: StreamResponse): Promise<void> {
    const ends = [this.open.enter(request)];
    let isOpen = false;
    try {
      isOpen = await this.#begin(wanted, request, response, ends);
    } finally {
      if (!isOpen) for (const end of ends) end();
    }
  }

  /** @returns whether the stream was opened: its end then calls `ends` */
  async #begin(
    wanted: EventsRequest,
    request: IncomingMessage,
    response: StreamResponse,
    ends: (() => void)[],
  ): Promise<boolean> {
    const network = this.networks.of(wanted.network);
    const feed = this.feeds.of(network);
    const parts = wanted.topics.flatMap((topic) => this.reads.partsOf(network, topic));
    assertIdFits(parts);
    ends.push(this.#hold(feed, request, parts));
    // The request itself is counted: one read for each part of it.
    await this.guard.countMore('read', Math.max(0, parts.length - 1), request, response);
    await Promise.all(wanted.topics.map((topic) => this.reads.check(network, topic)));
    const first = await feed.first(parts);
    const stream = new EventStream(response, startOf(wanted, parts, await chainIdOf(network)), {
      onEvent: (event) => this.metrics.eventsSent.inc({ network: network.name, event }),
      onFailure: (cause) => this.#failure(network, cause),
    });
    await stream.prepare(first);
    // From here on without a pause: a client that leaves, and the end of the replica, find all or nothing.
    this.open.assertRunning();
    if (response.destroyed) return false;
    response.isStream = true;
    this.metrics.eventStreams.inc({ network: network.name });
    ends.push(this.open.add(stream));
    response.once('close', () => {
      for (const end of ends) end();
      this.metrics.eventStreams.dec({ network: network.name });
      this.metrics.eventStreamsEnded.inc({ network: network.name, reason: stream.ended ?? 'client' });
    });
    stream.open();
    if (stream.ended === undefined) ends.push(feed.subscribe(parts, stream));
    return true;
  }

  /** Before anything is waited for: requests that come together see each other. @throws ToolError over a bound */
  #hold(feed: NetworkFeed, request: IncomingMessage, parts: readonly TopicPart[]): () => void {
    const end = feed.counts.hold(this.open.addressOf(request), parts);
    if (typeof end !== 'string') return end;
    const whose = end === 'total' ? 'of different topics' : 'of different topics of this address';
    return fail('TOO_MANY_STREAMS', whose);
  }

  #failure({ name: network }: Network, cause: unknown): ToolError {
    const error = asToolError(cause);
    const line = { network, kind: error.kind, err: error };
    if (error.status >= 500) this.failures.error('events', line, 'a topic could not be read');
    else this.failures.warn('events', line, 'a topic could not be read');
    return error;
  }
}

/** The chain of an id is known before its first event: nodes name it in every look. */
const chainIdOf = async ({ chain }: Network): Promise<string> =>
  chain.knownChainId ?? (await chain.info()).chainId;

/** @throws ToolError: a client could not send its id */
function assertIdFits(parts: readonly TopicPart[]): void {
  if (idCharacters(parts.map(({ cursors }) => cursors.longest)) > MAX_ID_CHARACTERS)
    fail('INVALID_VALUE', 'topics', 'has too many deposits and fills for the ids of one stream');
}

function startOf(
  { network, topics, lastEventId, limit }: EventsRequest,
  parts: readonly TopicPart[],
  chainId: string,
): StreamStart {
  const chain = chainDigits(chainId);
  const position = lastEventId === undefined ? undefined : readEventId(lastEventId);
  const cursors = position && followedCursors(position.cursors, parts);
  const reason = cursors === undefined ? 'unknown_id' : 'other_chain';
  const isOfChain = position?.chain === chain && cursors !== undefined;
  return {
    network,
    chain,
    topics: topics.map(({ text }) => text),
    cursors: isOfChain ? cursors : undefined,
    reset: lastEventId === undefined || isOfChain ? undefined : reason,
    limit,
  };
}

/** Those of the parts of a stream; undefined where the topic of one has not written it. */
function followedCursors(
  known: ReadonlyMap<string, string>,
  parts: readonly TopicPart[],
): Map<string, string> | undefined {
  const followed = new Map<string, string>();
  for (const { key, cursors } of parts) {
    const cursor = known.get(partDigest(key));
    if (cursor !== undefined && !cursors.isCursor(cursor)) return undefined;
    if (cursor !== undefined) followed.set(partDigest(key), cursor);
  }
  return followed;
}
