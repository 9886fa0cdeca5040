import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { NetworkName } from '@app/networks';
import { endWithClient, Metrics } from '@app/operations';
import { BucketGuard, unitsOfPassed } from '@app/rate-limit';
import { Chains, closeOpening, type OpenedStream, streamKeyOf } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { bytesOf, type IncomingNodeRequest } from '../sent-request';
import { withNodeKey } from './session';
import { StreamAdmission } from './stream-admission';
import {
  EngineError,
  OPEN_MS,
  openingAnswer,
  openStream,
  streamQueryOf,
  unknownTransport,
  unknownVersion,
} from './stream-opening';
import { streamTarget } from './stream-path';
import { engineBody } from './websocket-handshake';

/** A node answers a poll after its ping interval at the latest: 25 s by default. */
const LONGEST_POLL_MS = 120_000;
const BAD_REQUEST = 400;
const TEXT = 'text/plain; charset=UTF-8';

export type PollingRequest = IncomingMessage & IncomingNodeRequest;

/** Streams by long polling: every request of a session goes to the node that opened it, through any replica. */
@Injectable()
export class PollingService {
  constructor(
    private readonly chains: Chains,
    private readonly admission: StreamAdmission,
    private readonly guard: BucketGuard,
    private readonly metrics: Metrics,
  ) {}

  async answer(request: PollingRequest, response: ServerResponse): Promise<void> {
    const target = streamTarget(request.originalUrl);
    if (target === undefined) throw new Error(`${request.originalUrl} is no path of streams`);
    const { network, query } = target;
    try {
      await this.#answer(network, query, request, response);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.metrics.streams.ended.inc({ network, reason: 'refused' });
      send(response, BAD_REQUEST, 'application/json', JSON.stringify(engineBody(error)));
    }
  }

  async #answer(
    network: NetworkName,
    text: string,
    request: PollingRequest,
    response: ServerResponse,
  ): Promise<void> {
    const query = streamQueryOf(text);
    if (query.version !== '4') throw unknownVersion();
    if (query.transport !== 'polling') throw unknownTransport();
    if (request.method === 'POST') {
      const body = await bytesOf(request.body);
      await this.guard.countMore('mirror', unitsOfPassed(body.length), request, response);
      const headers = { 'content-type': TEXT, 'content-length': String(body.length) };
      const signal = endOf(response, LONGEST_POLL_MS);
      const sent = { method: 'POST', headers, body } as const;
      await this.#pass(await openStream(this.chains.of(network), query, sent, signal), response, signal);
      return;
    }
    endWithClient(request, response);
    const leave = this.#enter(network, request);
    this.metrics.streams.open.inc({ network, transport: 'polling' });
    try {
      const isNew = query.nodeKey === undefined;
      const signal = endOf(response, isNew ? OPEN_MS : LONGEST_POLL_MS);
      const sent = { method: 'GET', headers: {} } as const;
      const opened = await openStream(this.chains.of(network), query, sent, signal);
      await (isNew ? openSession(opened, response, signal) : this.#pass(opened, response, signal));
    } finally {
      this.metrics.streams.open.dec({ network, transport: 'polling' });
      leave();
    }
  }

  /** @throws MirrorError over a limit */
  #enter(network: NetworkName, request: PollingRequest): () => void {
    try {
      return this.admission.enter(request);
    } catch (error) {
      this.metrics.streams.ended.inc({ network, reason: 'refused' });
      throw error;
    }
  }

  /** The bytes of the node as they come: a client that does not read stops the node. */
  async #pass({ node, opening }: OpenedStream, response: ServerResponse, signal: AbortSignal): Promise<void> {
    if (opening.kind !== 'answer') {
      closeOpening(opening);
      throw unknownTransport();
    }
    const { answer } = opening;
    response.statusCode = answer.statusCode ?? BAD_REQUEST;
    // Never the type that a node names: a browser would show what it is of.
    response.setHeader('content-type', TEXT);
    const { 'content-length': length } = answer.headers;
    if (length !== undefined) response.setHeader('content-length', length);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-upstream', node.label);
    await pipeline(answer, response, { signal });
  }
}

/** Ends a request to a node after a time, and when its client leaves. */
function endOf(response: ServerResponse, afterMs: number): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return AbortSignal.any([AbortSignal.timeout(afterMs), gone.signal]);
}

/** Passes the first answer of a node on, with the key of the node in the id of the session. */
async function openSession(
  opened: OpenedStream,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { node, opening } = opened;
  if (opening.kind !== 'answer') {
    closeOpening(opening);
    throw unknownTransport();
  }
  const { answer } = opening;
  const body = (await openingAnswer(opened, answer, signal)).toString();
  response.setHeader('x-upstream', node.label);
  response.setHeader('cache-control', 'no-store');
  const text = withNodeKey(body, streamKeyOf(node)) ?? body;
  send(response, answer.statusCode ?? BAD_REQUEST, TEXT, text);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
