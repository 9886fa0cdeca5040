import { bytesToHex } from '@app/antelope';
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@app/operations';
import { Server, type Socket } from 'socket.io';
import type { Decoder } from '../decoding/decoder';
import { HistoryError } from '../parameters/history-error';
import { BroadQueryError } from '../store/errors';
import type { HistoryReader } from '../store/port';
import type { StoreStatus } from '../store/records';
import { ChangeQueue, type Fork } from './change-queue';
import { ClientBacklog, largestOf, slowestOf } from './client-backlog';
import { endSlowClient } from './end-slow-client';
import type { IndexEvents } from './index-events';
import { PastLane } from './past-lane';
import { sendEntries } from './send-entries';
import { SharedBlocks } from './shared-blocks';
import { actionRequest, deltaRequest, type StreamRequest } from './stream-request';
import { type StreamLimits, Subscription } from './subscription';

export interface StreamParts {
  readonly chain: string;
  readonly reader: HistoryReader;
  readonly decoder: Decoder;
  readonly events: IndexEvents;
  readonly logger: Logger;
  /** Messages that a client may leave unread: with more it is disconnected. */
  readonly buffer: number;
}

/** Requests are small; a larger message ends the connection. */
const MAX_MESSAGE_BYTES = 65_536;
const MAX_SUBSCRIPTIONS = 50;
/** A request waits so long for the first read of the forks of the store; then it is refused. */
const WATCH_MS = 5_000;
const UNAVAILABLE = 503;

type Acknowledge = (answer: object) => void;
/** The requests of one client. */
interface ClientRequests {
  readonly subscriptions: Map<string, Subscription>;
  readonly backlog: ClientBacklog;
  /** Requests that are not answered yet: the status of the store is read. */
  waiting: number;
}

type Read = (given: unknown, status: StoreStatus) => StreamRequest;

/** Streams of actions and rows for the published clients: socket.io under /stream on the port of the history. */
export class StreamServer {
  readonly #io: Server;
  readonly #requests = new Map<string, ClientRequests>();
  /** Connections that have or had a client. */
  readonly #used = new WeakSet<object>();
  readonly #shared: SharedBlocks;
  readonly #past = new PastLane();
  readonly #unsubscribe: () => void;
  #limits: StreamLimits = { headNum: 0, irreversibleNum: 0 };
  /** Forks since the start. */
  #undoCount = 0;

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
    this.#io.engine.on('headers', (headers: Record<string, string>) => {
      headers['X-Content-Type-Options'] = 'nosniff';
    });
    this.#io.on('connection', (socket) => this.#connected(socket));
    this.#shared = new SharedBlocks(parts.reader, parts.decoder);
    const changes = new ChangeQueue(
      parts.reader,
      {
        committed: (num, irreversibleNum) => this.#committed(num, irreversibleNum),
        undone: (num) => this.#undone(num),
        forked: (fork) => this.#tellFork(fork),
      },
      (error) => parts.logger.error({ err: error }, 'stream failed'),
    );
    this.#unsubscribe = parts.events.subscribe(changes);
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
    // The listeners and the memory of a client end with its connection alone.
    if (this.#used.has(socket.conn)) return void socket.conn.close();
    this.#used.add(socket.conn);
    const { chain } = this.parts;
    const backlog = new ClientBacklog(socket, this.parts.buffer);
    const own: ClientRequests = { subscriptions: new Map(), backlog, waiting: 0 };
    this.#requests.set(socket.id, own);
    socket.on('disconnect', () => {
      for (const subscription of own.subscriptions.values()) subscription.end();
      this.#requests.delete(socket.id);
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
      const subscription = own.subscriptions.get(String(reqUUID));
      subscription?.end();
      own.subscriptions.delete(String(reqUUID));
      if (typeof acknowledge === 'function')
        (acknowledge as Acknowledge)({ status: subscription === undefined ? 'FAIL' : 'OK', reqUUID });
    });
    // Clients of both generations wait for one of the two.
    socket.emit('message', { event: 'handshake', chain });
    void this.#tellChain(socket);
  }

  /** Never rejects. The client connects again when a connection ends without a message of the server. */
  async #tellChain(socket: Socket): Promise<void> {
    try {
      const { chainId } = await this.parts.reader.status();
      socket.emit('handshake', { chain: this.parts.chain, chain_id: bytesToHex(chainId) });
    } catch (error) {
      this.parts.logger.error({ err: error }, 'stream client not greeted: the store does not answer');
      socket.conn.close();
    }
  }

  async #subscribe(
    socket: Socket,
    own: ClientRequests,
    read: Read,
    given: unknown,
    acknowledge: Acknowledge,
  ): Promise<void> {
    try {
      const status = await this.#statusFor(own);
      if (!socket.connected) return;
      const request = read(given, status);
      const headNum = Math.max(this.#limits.headNum, status.head?.num ?? 0);
      this.#limits = {
        headNum,
        irreversibleNum: Math.max(this.#limits.irreversibleNum, status.irreversibleNum),
      };
      const reqUUID = randomUUID();
      const { type } = request.search;
      const subscription = new Subscription(request, this.#limits, {
        ...this.parts,
        shared: this.#shared,
        sink: {
          inTurn: (isLive, work) => own.backlog.inTurn(isLive, isLive ? work : () => this.#past.run(work)),
          send: (mode, entries) => {
            sendEntries(socket, { type, reqUUID, mode }, entries);
            if (mode === 'history') this.#endClients(largestOf);
          },
          endHistory: (lastBlock) =>
            socket.emit('message', { type: 'history_end', reqUUID, mode: 'history', message: { lastBlock } }),
          fail: (error) => {
            own.subscriptions.delete(reqUUID);
            socket.emit('message', { type, reqUUID, messages: [], error: this.#reasonOf(error) });
          },
        },
      });
      own.subscriptions.set(reqUUID, subscription);
      acknowledge({ status: 'OK', reqUUID, currentBlockNum: headNum });
      this.#advance(subscription);
    } catch (error) {
      acknowledge({ status: 'FAIL', reason: this.#reasonOf(error) });
    }
  }

  /** The status of the store for one more request of a client. Throws HistoryError when it has too many. */
  async #statusFor(own: ClientRequests): Promise<StoreStatus> {
    const { subscriptions } = own;
    for (const [id, { isEnded }] of subscriptions) if (isEnded) subscriptions.delete(id);
    if (subscriptions.size + own.waiting >= MAX_SUBSCRIPTIONS)
      throw new HistoryError(400, `at most ${MAX_SUBSCRIPTIONS} requests of one client`);
    own.waiting += 1;
    try {
      return await this.#status();
    } finally {
      own.waiting -= 1;
    }
  }

  /**
   * The status of the store, never one from before a fork that is known, or that will not be reported: its head may be
   * undone.
   */
  async #status(): Promise<StoreStatus> {
    await this.#watched();
    for (;;) {
      const before = this.#undoCount;
      const status = await this.parts.reader.status();
      if (before === this.#undoCount) return status;
    }
  }

  /** Throws HistoryError when the store could not be read in time: it is away, or not the one of this program. */
  async #watched(): Promise<void> {
    const timeout = new AbortController();
    const late = delay(WATCH_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
      throw new HistoryError(UNAVAILABLE, 'the history cannot be read now; try again later');
    });
    try {
      await Promise.race([this.parts.events.watched(), late]);
    } finally {
      timeout.abort();
    }
  }

  #committed(headNum: number, irreversibleNum: number): void {
    const isIrreversibleNew = irreversibleNum > this.#limits.irreversibleNum;
    this.#limits = { headNum, irreversibleNum };
    this.#endClients(slowestOf);
    for (const subscription of this.#all()) this.#advance(subscription);
    if (isIrreversibleNew) void this.#tellIrreversible(irreversibleNum);
  }

  #undone(num: number): void {
    this.#undoCount += 1;
    this.#limits = { headNum: num, irreversibleNum: Math.min(this.#limits.irreversibleNum, num) };
    this.#shared.undo(num);
    for (const subscription of this.#all()) subscription.undo(num);
  }

  /** Never rejects. The next irreversible block is sent in any case. */
  async #tellIrreversible(num: number): Promise<void> {
    try {
      const block = await this.parts.reader.block(num);
      const { chainId } = await this.parts.reader.status();
      if (block === undefined) return;
      this.#io.emit('lib_update', {
        chain_id: bytesToHex(chainId),
        block_num: num,
        block_id: bytesToHex(block.id),
      });
    } catch (error) {
      this.parts.logger.error({ err: error, block_num: num }, 'lib_update not sent');
    }
  }

  #tellFork({ chainId, firstNum, lastNum, newId }: Fork): void {
    this.#io.emit('fork_event', {
      chain_id: bytesToHex(chainId),
      starting_block: firstNum,
      ending_block: lastNum,
      new_id: bytesToHex(newId),
    });
  }

  /** Unread messages would fill the memory. */
  #endClients(choose: typeof slowestOf): void {
    const clients = [...this.#io.sockets.sockets.values()].flatMap((socket) => {
      const backlog = this.#requests.get(socket.id)?.backlog;
      return backlog === undefined ? [] : [{ socket, backlog }];
    });
    for (const { socket, backlog } of choose(clients)) endSlowClient(socket, backlog, this.parts);
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
    return [...this.#requests.values()].flatMap(({ subscriptions }) => [...subscriptions.values()]);
  }
}
