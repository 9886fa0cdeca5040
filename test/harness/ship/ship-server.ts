import {
  decodeRequest,
  encodeResult,
  type GetBlocks,
  type GetBlocksResult,
  type ShipStatus,
} from '@app/ship';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { recordedText } from './recorded-frames';

/** Sends a binary message of the server, or what a hostile one sends instead. */
export type Tamper = (frame: Uint8Array, socket: Pick<WebSocket, 'send'>) => void;

/** The blocks of one session: the next one, or undefined while there is none. */
export interface BlockSource {
  status(): ShipStatus;
  /** `creditsOf` returns the credits that the session has left. */
  open(request: GetBlocks, creditsOf: () => number): () => GetBlocksResult | undefined;
}

/** A state-history server for specs: the session of the protocol over the blocks of a source. */
export class ShipServer {
  /** Requests for blocks in the order in which they came. */
  readonly requests: GetBlocks[] = [];
  /** Fewest credits that a session had left after a block was sent to it. */
  fewestCredits = Infinity;
  /** Blocks that were sent to all sessions. */
  sent = 0;
  /** Blocks that all sessions have acknowledged. */
  acknowledged = 0;
  /** While true the server reads messages and answers none of them. */
  isSilent = false;
  /** The first message of a session. */
  greeting = (): string => recordedText('ship.abi.json');
  /** Sends the messages with results of blocks. */
  tamper: Tamper = (frame, socket) => socket.send(frame);
  readonly #sessions = new Set<() => void>();

  private constructor(
    private readonly server: WebSocketServer,
    private readonly source: BlockSource,
  ) {
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(
    source: BlockSource,
    options: { serverHeader?: string; port?: number } = {},
  ): Promise<ShipServer> {
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port: options.port ?? 0,
      perMessageDeflate: false,
    });
    if (options.serverHeader !== undefined)
      server.on('headers', (headers) => headers.push(`Server: ${options.serverHeader}`));
    await once(server, 'listening');
    return new ShipServer(server, source);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${String(this.port)}`;
  }

  /** Sends what the sessions may have by now. */
  flush(): void {
    for (const send of this.#sessions) send();
  }

  /** Ends all connections, as a node that is restarted. */
  disconnect(): void {
    for (const socket of this.server.clients) socket.terminate();
  }

  async close(): Promise<void> {
    this.disconnect();
    this.server.close();
    await once(this.server, 'close');
  }

  #serve(socket: WebSocket): void {
    let credits = 0;
    let next: (() => GetBlocksResult | undefined) | undefined;
    const send = (): void => {
      while (next !== undefined && credits > 0 && !this.isSilent) {
        const result = next();
        if (result === undefined) return;
        credits -= 1;
        this.sent += 1;
        this.fewestCredits = Math.min(this.fewestCredits, credits);
        this.tamper(encodeResult({ type: 'get_blocks_result_v0', ...result }), socket);
      }
    };
    this.#sessions.add(send);
    socket.on('close', () => this.#sessions.delete(send));
    socket.on('message', (message: Buffer) => {
      if (this.isSilent) return;
      const request = decodeRequest(message);
      if (request.type === 'get_status_request_v0')
        socket.send(encodeResult({ type: 'get_status_result_v0', ...this.source.status() }));
      if (request.type === 'get_blocks_ack_request_v0') {
        credits += request.numMessages;
        this.acknowledged += request.numMessages;
      }
      if (request.type === 'get_blocks_request_v0') {
        this.requests.push(request);
        credits += request.maxMessagesInFlight;
        next = this.source.open(request, () => credits);
      }
      send();
    });
    socket.send(this.greeting());
  }
}
