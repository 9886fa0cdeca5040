import type { Socket } from 'node:net';

/** Agents at a time: each has a session in the memory of the signer. */
const MOST_CONNECTIONS = 16;
/** A call takes less: a client that was silent for longer waits for nothing. */
const IDLE_MS = 10 * 60_000;

/** The connections of a signer. Where all places are taken, a new one gets that of the client that was silent longest. */
export class Connections {
  /** With the time of the last byte that the client sent. */
  readonly #heardAt = new Map<Socket, number>();

  constructor(private readonly idleMs = IDLE_MS) {}

  /** Whether a new connection may stay; one that may not is ended. */
  admit(socket: Socket): boolean {
    if (this.#heardAt.size >= MOST_CONNECTIONS && !this.#endLongestSilent()) {
      socket.destroy();
      return false;
    }
    const hear = () => this.#heardAt.set(socket, performance.now());
    hear();
    socket.on('data', hear);
    socket.once('close', () => this.#heardAt.delete(socket));
    return true;
  }

  endAll(): void {
    for (const socket of this.#heardAt.keys()) socket.destroy();
  }

  #endLongestSilent(): boolean {
    const [[socket, heardAt] = []] = [...this.#heardAt].sort(([, one], [, other]) => one - other);
    if (socket === undefined || heardAt === undefined || performance.now() - heardAt < this.idleMs)
      return false;
    this.#heardAt.delete(socket);
    socket.destroy();
    return true;
  }
}
