import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NetworkName } from '@app/networks';
import { LimitedLog, Metrics, SETTINGS, type Settings } from '@app/operations';
import { Chains, type OpenedStream } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { asMirrorError } from '../errors/as-mirror-error';
import { OpenTunnels } from './open-tunnels';
import { StreamAdmission } from './stream-admission';
import { EngineError, OPEN_MS, openingAnswer, openStream, streamQueryOf } from './stream-opening';
import { streamTarget } from './stream-path';
import { Tunnel } from './tunnel';
import { errorText, fieldsForNode, refusalText, switchingProtocols } from './websocket-handshake';

/** Idle connections are probed, so that one whose other end vanished is closed. */
const KEEP_ALIVE_MS = 30_000;

/** A client that wants a websocket, and where its refusal goes. */
interface Wanted {
  readonly network: NetworkName;
  readonly query: string;
  readonly request: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  readonly fields: Record<string, string>;
}

/** Streams by websocket: the connection of a client is joined with one to a node. */
@Injectable()
export class WebsocketServer implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly chains: Chains,
    private readonly admission: StreamAdmission,
    private readonly tunnels: OpenTunnels,
    private readonly metrics: Metrics,
    private readonly failures: LimitedLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    // Prometheus sees no increase in a counter that begins with 1.
    for (const { name: network } of this.chains.networks.all())
      this.metrics.streams.ended.inc({ network, reason: 'refused' }, 0);
    // Without an HTTP server, as in an application context, there is none, against its type.
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    const server = adapter?.getHttpServer() as Server | undefined;
    server?.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined);
      this.#begin(request, socket, head);
    });
  }

  #begin(request: IncomingMessage, socket: Socket, head: Buffer): void {
    try {
      const target = streamTarget(request.url ?? '') ?? { network: 'mainnet', query: '' };
      void this.#take({ ...target, request, socket, head, fields: {} });
    } catch (error) {
      socket.end(errorText(asMirrorError(error), {}));
    }
  }

  async #take(wanted: Wanted): Promise<void> {
    const { network, query, request, socket, fields } = wanted;
    let leave: (() => void) | undefined;
    try {
      await this.admission.countRequest(request, {
        setHeader: (name, value) => (fields[name.toLowerCase()] = value),
      });
      leave = this.admission.enter(request);
      const gone = new AbortController();
      socket.once('close', () => gone.abort());
      const signal = AbortSignal.any([AbortSignal.timeout(OPEN_MS), gone.signal]);
      const handshake = { method: 'GET', headers: fieldsForNode(request.headers) } as const;
      const opened = await openStream(this.chains.of(network), streamQueryOf(query), handshake, signal);
      if (opened.opening.kind === 'switched') {
        this.#join(opened, wanted, leave);
        return;
      }
      const { answer } = opened.opening;
      const body = await openingAnswer(opened, answer, signal);
      this.#end(wanted, 'refused by the node', leave);
      socket.end(refusalText(answer.statusCode ?? 0, 'application/json', body, fields));
    } catch (error) {
      const refusal = error instanceof EngineError ? error : asMirrorError(error);
      this.#end(wanted, 'refused', leave);
      this.failures.warn('stream', { network, err: error }, 'a stream was refused');
      socket.end(errorText(refusal, fields));
    }
  }

  #join({ node, opening }: OpenedStream, wanted: Wanted, leave: () => void): void {
    if (opening.kind !== 'switched') return;
    const { network, socket, head, fields } = wanted;
    const { socket: toNode, head: first, headers } = opening;
    if (socket.destroyed) {
      toNode.destroy();
      this.#end(wanted, 'client', leave);
      return;
    }
    for (const end of [socket, toNode as Socket]) end.setKeepAlive(true, KEEP_ALIVE_MS).setNoDelay(true);
    socket.write(switchingProtocols(headers, node.label, fields));
    if (first.length > 0) toNode.unshift(first);
    if (head.length > 0) socket.unshift(head);
    this.metrics.streams.open.inc({ network, transport: 'websocket' });
    const tunnel = new Tunnel(socket, toNode, this.settings.maxStreamMessageBytes, (end, bytes) => {
      forget();
      this.metrics.streams.open.dec({ network, transport: 'websocket' });
      this.metrics.streams.bytes.inc({ network, direction: 'in' }, bytes.fromClient);
      this.metrics.streams.bytes.inc({ network, direction: 'out' }, bytes.fromNode);
      this.#end(wanted, end, leave);
    });
    const forget = this.tunnels.add(tunnel, () => this.chains.of(network).streams.mayServe(node));
  }

  #end({ network }: Wanted, reason: string, leave: (() => void) | undefined): void {
    this.metrics.streams.ended.inc({ network, reason });
    leave?.();
  }
}
