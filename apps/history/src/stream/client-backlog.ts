import type { Socket } from 'socket.io';

/** Messages of the past that may wait for a client: each holds a page. */
const MAX_WAITING_PAGES = 8;
const MIB = 1024 * 1024;
/** Characters of the past that may wait for a client before more is read for it. */
const MAX_PAST_LENGTH = 8 * MIB;
/** Characters that a client may leave unread: behind that it is disconnected, as one with too many messages. */
export const MAX_UNREAD_LENGTH = 32 * MIB;

/** Characters, of two bytes each at most, that all clients of a chain may leave unread: then those with most have to go. */
export const MAX_UNREAD_OF_ALL = 64 * MIB;

interface HasBacklog {
  readonly backlog: Pick<ClientBacklog, 'length' | 'isTooLarge'>;
}

/** The clients that have to go when a block comes: those that read too slowly, then those that leave no room. */
export const slowestOf = <T extends HasBacklog>(clients: readonly T[]): T[] =>
  endedOf(clients, ({ isTooLarge }) => isTooLarge);

/** Those with most unread, until all others have room. A live client may have a whole block unread between two blocks. */
export const largestOf = <T extends HasBacklog>(clients: readonly T[]): T[] => endedOf(clients, () => false);

function endedOf<T extends HasBacklog>(
  clients: readonly T[],
  isTooSlow: (backlog: T['backlog']) => boolean,
): T[] {
  let unread = clients.reduce((sum, { backlog }) => sum + backlog.length, 0);
  return clients
    .toSorted((one, other) => other.backlog.length - one.backlog.length)
    .filter(({ backlog }) => {
      const isEnded = isTooSlow(backlog) || unread > MAX_UNREAD_OF_ALL;
      if (isEnded) unread -= backlog.length;
      return isEnded;
    });
}

/** The parts of a connection of engine.io that its types do not show. */
interface Connection {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { once(event: 'drain', listener: () => void): void };
  on(event: string, listener: (value: unknown) => void): void;
}

/** Unread messages of a client: those that wait, and their characters with those on the way. */
export class ClientBacklog {
  readonly #connection: Connection;
  #waiting = 0;
  #onTheWay = 0;
  /** The subscriptions of a client read and send one after the other: what one sent counts for the next. */
  #last: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    private readonly buffer: number,
  ) {
    const connection = socket.conn as unknown as Connection;
    this.#connection = connection;
    connection.on('packetCreate', (packet) => {
      this.#waiting += lengthOf(packet);
    });
    connection.on('flush', () => this.#flushed());
    connection.on('close', () => this.#wake());
  }

  get messages(): number {
    return this.#connection.writeBuffer.length;
  }

  get length(): number {
    return this.#waiting + this.#onTheWay;
  }

  get isTooLarge(): boolean {
    return this.messages >= this.buffer || this.length >= MAX_UNREAD_LENGTH;
  }

  /**
   * Runs the work once little enough is unread for more to be sent, or when the client disconnected.
   * @param isLive whether the client was sent the past: it may leave `buffer` messages unread then
   */
  inTurn(isLive: boolean, work: () => Promise<void>): Promise<void> {
    const run = this.#last.then(() => this.#ready(isLive)).then(work);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #ready(isLive: boolean): Promise<void> {
    const messages = isLive ? this.buffer : Math.min(MAX_WAITING_PAGES, this.buffer);
    const length = isLive ? MAX_UNREAD_LENGTH : MAX_PAST_LENGTH;
    while (this.socket.connected && (this.messages >= messages || this.length >= length))
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }

  /** All that waited is with the transport now, which tells when the system has it. */
  #flushed(): void {
    const length = this.#waiting;
    this.#waiting = 0;
    this.#onTheWay += length;
    this.#connection.transport.once('drain', () => {
      this.#onTheWay -= length;
      this.#wake();
    });
  }
}

function lengthOf(packet: unknown): number {
  const { data } = packet as { data?: unknown };
  return typeof data === 'string' || data instanceof Uint8Array ? data.length : 0;
}
