import type { Duplex } from 'node:stream';
import { CLOSE, closeFrame, MessageTooLargeError, WebsocketFrames } from './websocket-frames';

/** Why a websocket stream ended. */
export type TunnelEnd = 'client' | 'node' | 'message too large' | 'node unfit' | 'shutdown';

export interface PassedBytes {
  readonly fromClient: number;
  readonly fromNode: number;
}

/** How long a client may take to read the end of its stream. */
const END_MS = 2_000;

const CLOSES: Readonly<Record<Exclude<TunnelEnd, 'client'>, readonly [code: number, reason: string]>> = {
  node: [CLOSE.serviceRestart, 'the node was lost: connect again'],
  'node unfit': [CLOSE.serviceRestart, 'the node is behind: connect again'],
  shutdown: [CLOSE.goingAway, 'the gateway stops: connect again'],
  'message too large': [CLOSE.messageTooLarge, 'the message is too large'],
};

/**
 * Connects the websocket of a client with that of a node, byte by byte. A side that does not read stops the other one
 * from being read: the gateway holds no more than the buffers of the two connections.
 */
export class Tunnel {
  readonly #fromClient: WebsocketFrames;
  readonly #fromNode = new WebsocketFrames();
  #end: TunnelEnd | undefined;

  /** @param onEnd called once, with the bytes that passed */
  constructor(
    private readonly client: Duplex,
    private readonly node: Duplex,
    maxMessageBytes: number,
    private readonly onEnd: (end: TunnelEnd, bytes: PassedBytes) => void,
  ) {
    this.#fromClient = new WebsocketFrames(maxMessageBytes);
    this.#fromClient.on('error', (error) => {
      this.end(error instanceof MessageTooLargeError ? 'message too large' : 'client');
    });
    client.on('error', () => undefined);
    for (const event of ['end', 'close']) {
      client.on(event, () => {
        this.end('client');
      });
    }
    node.on('close', () => {
      this.end(this.#fromClient.hasClose ? 'client' : 'node');
    });
    client.pipe(this.#fromClient).pipe(node);
    node.pipe(this.#fromNode, { end: false });
    this.#fromNode.pipe(client);
  }

  /** Ends both sides. The client gets a close frame with the reason between two frames; within a frame its connection is closed. */
  end(why: TunnelEnd): void {
    if (this.#end !== undefined) return;
    this.#end = why;
    this.onEnd(why, { fromClient: this.#fromClient.bytes, fromNode: this.#fromNode.bytes });
    this.client.unpipe(this.#fromClient);
    this.node.unpipe(this.#fromNode);
    this.node.destroy();
    if (this.client.destroyed || this.client.readableEnded) {
      this.client.destroy();
      return;
    }
    // The rest of the client's messages has no reader, and must not keep its connection open.
    this.client.resume();
    if (why !== 'client' && this.#fromNode.allowsClose) this.#fromNode.end(closeFrame(...CLOSES[why]));
    else this.#fromNode.end();
    const late = setTimeout(() => this.client.destroy(), END_MS).unref();
    this.client.once('close', () => {
      clearTimeout(late);
    });
  }

  /** Ends both sides without a word. */
  destroy(): void {
    this.end('shutdown');
    this.client.destroy();
  }
}
