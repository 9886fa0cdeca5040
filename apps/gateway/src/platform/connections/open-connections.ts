import type { Server, Socket } from 'node:net';

/** The open connections of a server, watched from the outside: costs nothing per request. */
export class OpenConnections {
  readonly #sockets = new Set<Socket>();
  #accepted = 0;

  /** @param server before it listens */
  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#accepted += 1;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** How many connections were accepted since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Another value whenever a connection was accepted, closed, or brought bytes. */
  activity(): string {
    let bytes = 0;
    for (const { bytesRead } of this.#sockets) bytes += bytesRead;
    return `${this.#accepted} ${this.#sockets.size} ${bytes}`;
  }

  /** Ends connections that never brought a byte (browsers open some in advance). */
  closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
