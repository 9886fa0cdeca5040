import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to a gateway, counts its streams of events, and breaks or refuses them on demand. */
export class PageProxy {
  readonly #streams = new Set<ServerResponse>();
  /** Paths of all streams that were asked for, and of all other requests with their bodies. */
  readonly asked: string[] = [];
  readonly calls: string[] = [];
  /**
   * The most streams that were open at the same time, the last of them for a second: that a page has closed one may be
   * seen after it has opened the next.
   */
  mostOpen = 0;
  /** Streams are refused with this status. */
  refusedWith: number | undefined;
  /** Requests for this path get no answer. */
  holds: RegExp | undefined;
  /** A script that is answered in place of the file of this path. */
  replaces: { readonly path: RegExp; readonly script: string } | undefined;

  private constructor(
    private readonly target: string,
    private readonly server: Server,
  ) {}

  static async start(target: string): Promise<PageProxy> {
    const server = createServer();
    const proxy = new PageProxy(target, server);
    server.on('request', (incoming, answer) => {
      proxy.#pass(incoming, answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get open(): number {
    return this.#streams.size;
  }

  /** Ends the connections of all streams in the middle of an answer. */
  breakStreams(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const path = incoming.url ?? '';
    const isStream = path.startsWith('/v1/events');
    (isStream ? this.asked : this.calls).push(path);
    if (isStream && this.refusedWith !== undefined) {
      answer.writeHead(this.refusedWith).end();
      return;
    }
    if (this.holds?.test(path) === true) return;
    if (this.replaces?.path.test(path) === true) {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(this.replaces.script);
      return;
    }
    if (isStream) this.#count(answer);
    const { method = 'GET', headers } = incoming;
    const outgoing = request(this.target + path, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
      answered.on('error', () => answer.destroy());
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  #count(answer: ServerResponse): void {
    this.#streams.add(answer);
    setTimeout(() => {
      if (this.#streams.has(answer)) this.mostOpen = Math.max(this.mostOpen, this.open);
    }, 1_000).unref();
    answer.on('close', () => this.#streams.delete(answer));
  }
}
