import type { IncomingMessage } from 'node:http';
import { endWithClient, Metrics } from '@app/operations';
import { BucketGuard } from '@app/rate-limit';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import type { StreamResponse } from '../platform/surface';
import type { EventsRequest } from './dto/events-request';
import { type EventSource, EventSources } from './event-sources';
import { OpenEventStreams } from './stream/open-event-streams';
import { ResponseSink, sendStreamHead } from './stream/response-sink';

/** Opens the streams of clients. */
@Injectable()
export class EventsService {
  constructor(
    private readonly sources: EventSources,
    private readonly open: OpenEventStreams,
    private readonly guard: BucketGuard,
    private readonly metrics: Metrics,
  ) {}

  /** Answers with a stream, or refuses before it begins; a HEAD request opens none. @throws ToolError */
  async stream(wanted: EventsRequest, request: IncomingMessage, response: StreamResponse): Promise<void> {
    if (request.method === 'HEAD') {
      sendStreamHead(response);
      return;
    }
    endWithClient(request, response);
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
    const source = this.sources.of(wanted);
    const { feed, parts } = source;
    const network = source.network.name;
    ends.push(this.#hold(source, request));
    // The request itself is counted: one read for each part of it.
    await this.guard.countMore('read', Math.max(0, parts.length - 1), request, response);
    const onEvent = (event: string): void => this.metrics.eventsSent.inc({ network, event });
    const stream = await this.sources.prepared(wanted, source, new ResponseSink(response), onEvent);
    // From here on without a pause: a client that leaves, and the end of the replica, find all or nothing.
    this.open.assertRunning();
    if (response.destroyed) return false;
    response.isStream = true;
    this.metrics.eventStreams.inc({ network });
    ends.push(this.open.add(stream));
    response.once('close', () => {
      for (const end of ends) end();
      this.metrics.eventStreams.dec({ network });
      this.metrics.eventStreamsEnded.inc({ network, reason: stream.ended ?? 'client' });
    });
    stream.open();
    if (!this.sources.isCurrent(source)) stream.end('reconfigured');
    if (stream.ended === undefined) ends.push(feed.subscribe(parts, stream));
    return true;
  }

  /** Before anything is waited for: requests that come together see each other. @throws ToolError over a bound */
  #hold({ feed, parts }: EventSource, request: IncomingMessage): () => void {
    const end = feed.counts.hold(this.open.addressOf(request), parts);
    if (typeof end !== 'string') return end;
    const whose = end === 'total' ? 'of different topics' : 'of different topics of this address';
    return fail('TOO_MANY_STREAMS', whose);
  }
}
