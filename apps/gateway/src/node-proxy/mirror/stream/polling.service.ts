import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { NetworkName } from '@app/networks';
import { Metrics } from '@app/operations';
import { BucketGuard, unitsOfPassed } from '@app/rate-limit';
import { Chains, closeOpening, type OpenedStream, streamKeyOf } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { bytesOf, type IncomingNodeRequest } from '../sent-request';
import { withNodeKey } from './session';
import { StreamAdmission } from './stream-admission';
import { EngineError, openStream, streamQueryOf, unknownTransport, unknownVersion } from './stream-opening';
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
      this.metrics.streamsEnded.inc({ network, reason: 'refused' });
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
      await this.#pass(
        await this.#open(network, query, { method: 'POST', headers, body }, response),
        response,
      );
      return;
    }
    const leave = this.admission.enter(request);
    this.metrics.streams.inc({ network, transport: 'polling' });
    try {
      const opened = await this.#open(network, query, { method: 'GET', headers: {} }, response);
      if (query.nodeKey === undefined) await openSession(opened, response);
      else await this.#pass(opened, response);
    } finally {
      this.metrics.streams.dec({ network, transport: 'polling' });
      leave();
    }
  }

  #open(
    network: NetworkName,
    query: Parameters<typeof openStream>[1],
    request: Parameters<typeof openStream>[2],
    response: ServerResponse,
  ): Promise<OpenedStream> {
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_POLL_MS), gone.signal]);
    return openStream(this.chains.of(network), query, request, signal);
  }

  /** The bytes of the node as they come: a client that does not read stops the node. */
  async #pass({ node, opening }: OpenedStream, response: ServerResponse): Promise<void> {
    if (opening.kind !== 'answer') {
      closeOpening(opening);
      throw unknownTransport();
    }
    const { answer } = opening;
    response.statusCode = answer.statusCode ?? BAD_REQUEST;
    for (const name of ['content-type', 'content-length']) {
      const value = answer.headers[name];
      if (typeof value === 'string') response.setHeader(name, value);
    }
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-upstream', node.label);
    await pipeline(answer, response);
  }
}

/** Passes the first answer of a node on, with the key of the node in the id of the session. */
async function openSession({ node, opening }: OpenedStream, response: ServerResponse): Promise<void> {
  if (opening.kind !== 'answer') {
    closeOpening(opening);
    throw unknownTransport();
  }
  const { answer } = opening;
  const body = await textOf(answer);
  response.setHeader('x-upstream', node.label);
  response.setHeader('cache-control', 'no-store');
  const opened = withNodeKey(body, streamKeyOf(node)) ?? body;
  send(response, answer.statusCode ?? BAD_REQUEST, answer.headers['content-type'] ?? TEXT, opened);
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  response.setHeader('content-type', contentType);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
