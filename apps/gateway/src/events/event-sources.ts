import { LimitedLog } from '@app/operations';
import { fail } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { NetworkRegistry } from '../network/network-registry';
import { asToolError } from '../platform/errors/error-mapping';
import type { EventsRequest } from './dto/events-request';
import { type TopicPart, TopicReads } from './reads/topic-reads';
import { chainDigits, idCharacters, MAX_ID_CHARACTERS, partDigest, readEventId } from './stream/event-id';
import type { EventSink } from './stream/event-sink';
import { EventStream, type StreamReports, type StreamStart } from './stream/event-stream';
import type { NetworkFeed } from './stream/network-feed';
import { NetworkFeeds } from './stream/network-feeds';
import type { Network } from '../network/network';

/** The parts that a stream follows, and the feed that reads them. */
export interface EventSource {
  readonly network: Network;
  readonly feed: NetworkFeed;
  readonly parts: readonly TopicPart[];
}

/** A requested stream, and digests of the parts that were reported to its reader as unavailable. */
export type WantedStream = EventsRequest & { readonly unavailable?: ReadonlySet<string> };

/** Prepares the streams of clients and of webhooks. */
@Injectable()
export class EventSources {
  constructor(
    private readonly networks: NetworkRegistry,
    private readonly reads: TopicReads,
    private readonly feeds: NetworkFeeds,
    private readonly failures: LimitedLog,
  ) {}

  /** @throws ToolError */
  of(wanted: Pick<EventsRequest, 'network' | 'topics'>): EventSource {
    const network = this.networks.of(wanted.network);
    const parts = wanted.topics.flatMap((topic) => this.reads.partsOf(network, topic));
    assertIdFits(parts);
    return { network, feed: this.feeds.of(network), parts };
  }

  /** Whether the network still has the profile that these parts are read by. */
  isCurrent({ network }: EventSource): boolean {
    return this.networks.isCurrent(network);
  }

  /**
   * Reads where a stream begins; it is opened, and then subscribes to the feed, without a pause.
   * @throws ToolError for an account or a pair that does not exist; errors of nodes
   */
  async prepared(
    wanted: WantedStream,
    { network, feed, parts }: EventSource,
    sink: EventSink,
    onEvent: StreamReports['onEvent'],
  ): Promise<EventStream> {
    await Promise.all(wanted.topics.map((topic) => this.reads.check(network, topic)));
    const first = await feed.first(parts);
    const onFailure = (cause: unknown): ToolError => this.#failure(network, cause);
    const start = startOf(wanted, parts, await chainIdOf(network));
    const stream = new EventStream(sink, start, { onEvent, onFailure });
    await stream.prepare(first);
    return stream;
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
  { network, topics, lastEventId, limit, unavailable }: WantedStream,
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
    headBlock: isOfChain ? position?.headBlock : undefined,
    reset: lastEventId === undefined || isOfChain ? undefined : reason,
    ...{ limit, unavailable },
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
