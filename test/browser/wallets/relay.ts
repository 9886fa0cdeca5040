import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A relay as wallets use it: a message that is posted to a channel goes to those that listen there. */
export class Relay {
  readonly #listeners = new Map<string, Set<WebSocket>>();
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(private readonly server: Server) {
    server.on('upgrade', (request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (listener) => {
        this.#listen(channelOf(request), listener);
      });
    });
    server.on('request', (request, answer) => {
      void textOf(request).then((text) => {
        for (const listener of this.#listeners.get(channelOf(request)) ?? []) listener.send(text);
        answer.writeHead(204).end();
      });
    });
  }

  static async start(): Promise<Relay> {
    const relay = new Relay(createServer());
    await new Promise<void>((resolve) => relay.server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many windows listen now. */
  get open(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #listen(channel: string, listener: WebSocket): void {
    const all = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, all.add(listener));
    listener.on('close', () => all.delete(listener));
  }
}

const channelOf = ({ url = '' }: IncomingMessage): string => new URL(url, 'http://relay').pathname.slice(1);

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
