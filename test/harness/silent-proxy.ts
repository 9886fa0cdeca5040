import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy that can drop all bytes without closing a connection, as when the machine between two others has failed.
 * Connections that were silent once never work again.
 */
export class SilentProxy {
  readonly #sockets = new Set<Socket>();
  readonly #generations = { current: 0, silentUpTo: -1 };

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  /** Listens on the loopback address. */
  static async start(targetPort: number): Promise<SilentProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new SilentProxy(server, targetPort);
    server.on('connection', (client) => proxy.#accept(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on no byte of any connection, open or new, gets through. */
  silence(): void {
    this.#generations.silentUpTo = Infinity;
  }

  /** New connections work again. */
  resume(): void {
    this.#generations.silentUpTo = this.#generations.current++;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    const generation = this.#generations.current;
    const isSilent = (): boolean => generation <= this.#generations.silentUpTo;
    const target = connect({ port: this.targetPort, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent()) to.write(bytes);
      });
      from.on('end', () => {
        if (!isSilent()) to.end();
      });
      from.on('error', () => from.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        if (!isSilent()) to.destroy();
      });
    }
  }
}
