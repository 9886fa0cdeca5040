import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Logger } from '@app/operations';
import { Server, type Socket } from 'socket.io';
import { hex } from '../answers/values';
import type { Decoder } from '../decoding/decoder';
import { HistoryError } from '../parameters/history-error';
import { BroadQueryError } from '../store/errors';
import type { HistoryReader } from '../store/port';
import type { StoreStatus } from '../store/records';
import type { IndexEvents } from './index-events';
import { actionRequest, deltaRequest, type StreamRequest } from './stream-request';
import { type StreamLimits, Subscription } from './subscription';

export interface StreamParts {
  readonly chain: string;
  readonly reader: HistoryReader;
  readonly decoder: Decoder;
  readonly events: IndexEvents;
  readonly logger: Logger;
}

/** Requests are small; a larger message ends the connection. */
const MAX_MESSAGE_BYTES = 65_536;
const MAX_SUBSCRIPTIONS = 50;
/** Packets that a client may leave unread before it is disconnected. */
const MAX_UNREAD = 1_000;
/** Packets that wait before a subscription continues reading. */
const MAX_WAITING = 8;

type Acknowledge = (answer: object) => void;
type Read = (given: unknown, status: StoreStatus) => StreamRequest;

/** Streams of actions and rows for the published clients: socket.io under /stream on the port of the history. */
export class StreamServer {
  readonly #io: Server;
  readonly #subscriptions = new Map<string, Map<string, Subscription>>();
  readonly #unsubscribe: () => void;
  #limits: StreamLimits = { headNum: 0, irreversibleNum: 0 };

  constructor(
    server: HttpServer,
    private readonly parts: StreamParts,
  ) {
    this.#io = new Server(server, {
      path: '/stream',
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      cors: { origin: '*' },
    });
    this.#io.on('connection', (socket) => this.#connected(socket));
    this.#unsubscribe = parts.events.subscribe({
      committed: (num, irreversibleNum) => this.#committed(num, irreversibleNum),
      undone: (num) => this.#undone(num),
    });
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    for (const subscription of this.#all()) subscription.end();
    this.#io.disconnectSockets(true);
    await new Promise<void>((resolve) => {
      this.#io.engine.close();
      resolve();
    });
  }

  #connected(socket: Socket): void {
    const { chain } = this.parts;
    const own = new Map<string, Subscription>();
    this.#subscriptions.set(socket.id, own);
    socket.on('disconnect', () => {
      for (const subscription of own.values()) subscription.end();
      this.#subscriptions.delete(socket.id);
    });
    const on = (event: string, read: Read): void => {
      socket.on(event, (given: unknown, acknowledge: unknown) => {
        const answer = typeof acknowledge === 'function' ? (acknowledge as Acknowledge) : () => undefined;
        void this.#subscribe(socket, own, read, given, answer);
      });
    };
    on('action_stream_request', actionRequest);
    on('delta_stream_request', deltaRequest);
    socket.on('cancel_stream_request', (given: unknown, acknowledge: unknown) => {
      const { reqUUID } = (given ?? {}) as { reqUUID?: unknown };
      const subscription = own.get(String(reqUUID));
      subscription?.end();
      own.delete(String(reqUUID));
      if (typeof acknowledge === 'function')
        (acknowledge as Acknowledge)({ status: subscription === undefined ? 'FAIL' : 'OK', reqUUID });
    });
    // Clients of both generations wait for one of the two.
    socket.emit('message', { event: 'handshake', chain });
    void this.parts.reader
      .status()
      .then(({ chainId }) => socket.emit('handshake', { chain, chain_id: hex(chainId) }));
  }

  async #subscribe(
    socket: Socket,
    own: Map<string, Subscription>,
    read: Read,
    given: unknown,
    acknowledge: Acknowledge,
  ): Promise<void> {
    try {
      if (own.size >= MAX_SUBSCRIPTIONS)
        throw new HistoryError(400, `at most ${MAX_SUBSCRIPTIONS} requests of one client`);
      const status = await this.parts.reader.status();
      const request = read(given, status);
      const headNum = Math.max(this.#limits.headNum, status.head?.num ?? 0);
      this.#limits = {
        headNum,
        irreversibleNum: Math.max(this.#limits.irreversibleNum, status.irreversibleNum),
      };
      const reqUUID = randomUUID();
      const { type } = request.search;
      const subscription = new Subscription(request, headNum + 1, {
        ...this.parts,
        sink: {
          readyForMore: () => drained(socket),
          send: (mode, documents) => send(socket, { type, reqUUID, mode }, documents),
          fail: (error) => {
            own.delete(reqUUID);
            socket.emit('message', { type, reqUUID, messages: [], error: this.#reasonOf(error) });
          },
        },
      });
      own.set(reqUUID, subscription);
      acknowledge({ status: 'OK', reqUUID, currentBlockNum: headNum });
      this.#advance(subscription);
    } catch (error) {
      acknowledge({ status: 'FAIL', reason: this.#reasonOf(error) });
    }
  }

  #committed(headNum: number, irreversibleNum: number): void {
    const isIrreversibleNew = irreversibleNum > this.#limits.irreversibleNum;
    this.#limits = { headNum, irreversibleNum };
    for (const subscription of this.#all()) this.#advance(subscription);
    if (isIrreversibleNew) void this.#tellIrreversible(irreversibleNum);
  }

  #undone(num: number): void {
    const { headNum, irreversibleNum } = this.#limits;
    this.#limits = { headNum: num, irreversibleNum: Math.min(irreversibleNum, num) };
    for (const subscription of this.#all()) subscription.undo(num);
    void this.#tellFork(num + 1, headNum);
  }

  async #tellIrreversible(num: number): Promise<void> {
    const block = await this.parts.reader.block(num);
    const { chainId } = await this.parts.reader.status();
    if (block === undefined) return;
    this.#broadcast('lib_update', { chain_id: hex(chainId), block_num: num, block_id: hex(block.id) });
  }

  async #tellFork(startingBlock: number, endingBlock: number): Promise<void> {
    const { chainId, head } = await this.parts.reader.status();
    this.#broadcast('fork_event', {
      chain_id: hex(chainId),
      starting_block: startingBlock,
      ending_block: endingBlock,
      new_id: hex(head?.id ?? new Uint8Array(32)),
    });
  }

  /** A client that does not read is disconnected: what it has not read would fill the memory. */
  #broadcast(event: string, message: object): void {
    for (const socket of this.#io.sockets.sockets.values()) {
      if (unread(socket) < MAX_UNREAD) socket.emit(event, message);
      else {
        socket.emit('error', 'too many messages are unread');
        socket.disconnect(true);
      }
    }
  }

  #advance(subscription: Subscription): void {
    void subscription.advance(() => this.#limits);
  }

  #reasonOf(error: unknown): string {
    if (error instanceof HistoryError || error instanceof BroadQueryError) return error.message;
    this.parts.logger.error({ err: error }, 'stream failed');
    return 'internal error';
  }

  #all(): Subscription[] {
    return [...this.#subscriptions.values()].flatMap((own) => [...own.values()]);
  }
}

/** Packets that the connection has not written yet. */
const unread = (socket: Socket): number =>
  (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;

/** Resolves when few packets wait, or the client is gone. */
async function drained(socket: Socket): Promise<void> {
  while (socket.connected && unread(socket) > MAX_WAITING)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.conn.off('drain', done);
        socket.conn.off('close', done);
        resolve();
      };
      socket.conn.once('drain', done);
      socket.conn.once('close', done);
    });
}

/** Entries of the past come in pages, new ones each as a text. */
function send(
  socket: Socket,
  head: { readonly type: string; readonly reqUUID: string; readonly mode: 'history' | 'live' },
  documents: readonly object[],
): void {
  if (head.mode === 'history') {
    socket.emit('message', { ...head, messages: documents, filtered: documents.length });
    return;
  }
  for (const document of documents) socket.emit('message', { ...head, message: JSON.stringify(document) });
}
