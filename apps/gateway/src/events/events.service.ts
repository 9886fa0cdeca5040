import type { IncomingMessage } from 'node:http';
import { LimitedLog, Metrics } from '@app/operations';
import { BucketGuard } from '@app/rate-limit';
import { fail, type ToolError } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { NetworkRegistry } from '../network/network-registry';
import { asToolError } from '../platform/errors/error-mapping';
import type { StreamResponse } from '../platform/surface';
import type { EventsRequest } from './dto/events-request';
import { TopicReads } from './reads/topic-reads';
import { chainDigits, readEventId } from './stream/event-id';
import { EventStream, type StreamStart } from './stream/event-stream';
import { Failed, type FirstReading } from './stream/network-feed';
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
    const leave = this.open.enter(request);
    let isOpen = false;
    try {
      isOpen = await this.#begin(wanted, request, response, leave);
    } finally {
      if (!isOpen) leave();
    }
  }

  /** @returns whether the stream was opened: its end then calls `leave` */
  async #begin(
    wanted: EventsRequest,
    request: IncomingMessage,
    response: StreamResponse,
    leave: () => void,
  ): Promise<boolean> {
    const network = this.networks.of(wanted.network);
    const feed = this.feeds.of(network);
    const parts = wanted.topics.flatMap((topic) => this.reads.partsOf(network, topic));
    if (!feed.takes(parts)) fail('TOO_MANY_STREAMS', 'of different topics');
    // The request itself is counted: one read for each part of it.
    await this.guard.countMore('read', parts.length - 1, request, response);
    await Promise.all(wanted.topics.map((topic) => this.reads.check(network, topic)));
    const first = await feed.first(parts);
    if (response.destroyed) return false;
    const stream = new EventStream(response, startOf(network, wanted, await chainIdOf(network)), {
      onEvent: (event) => this.metrics.eventsSent.inc({ network: network.name, event }),
      onFailure: (cause) => this.#failure(network, cause),
    });
    response.isStream = true;
    this.metrics.eventStreams.inc({ network: network.name });
    const forget = this.open.add(stream);
    let unsubscribe = (): void => undefined;
    response.once('close', () => {
      unsubscribe();
      forget();
      leave();
      this.metrics.eventStreams.dec({ network: network.name });
      this.metrics.eventStreamsEnded.inc({ network: network.name, reason: stream.ended ?? 'client' });
    });
    stream.open();
    await Promise.all(first.map((one) => deliverFirst(stream, one)));
    if (!response.destroyed && stream.ended === undefined) unsubscribe = feed.subscribe(parts, stream);
    return true;
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

function startOf(
  { name }: Network,
  { topics, lastEventId, limit }: EventsRequest,
  chainId: string,
): StreamStart {
  const chain = chainDigits(chainId);
  const position = lastEventId === undefined ? undefined : readEventId(lastEventId);
  const isOfChain = position?.chain === chain;
  const reason = position === undefined ? 'unknown_id' : 'other_chain';
  return {
    network: name,
    chain,
    topics: topics.map(({ text }) => text),
    cursors: isOfChain ? position.cursors : new Map(),
    reset: lastEventId === undefined || isOfChain ? undefined : reason,
    limit,
  };
}

async function deliverFirst(stream: EventStream, { part, reading }: FirstReading): Promise<void> {
  if (reading instanceof Failed) stream.fail(part, reading.reason);
  else await stream.deliver(part, reading);
}
