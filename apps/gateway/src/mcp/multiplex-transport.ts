import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CODES, JsonRpcRequest, ProtocolFailure } from './json-rpc';

/** What the server answered: the message as it goes back, under the client's own id. */
export type Answer = JSONRPCMessage;

interface Pending<Context> {
  readonly id: JsonRpcRequest['id'];
  readonly context: Context;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly release: () => void;
}

/**
 * Puts the requests of all clients through one long-lived server. Ids are chosen by the clients, so
 * two of them may use the same one at once: inside, every request has an id of its own. A request
 * whose client leaves, or that is not answered in time, is cancelled and forgotten.
 *
 * One server for all: building one for every request costs five times as much as answering it.
 */
export class MultiplexTransport<Context> implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #pending = new Map<number, Pending<Context>>();
  /** From 1: the SDK takes a cancellation of request 0 for one without an id. */
  #nextId = 1;

  constructor(private readonly timeoutMs: number) {}

  /** How many requests wait for their answer. */
  get size(): number {
    return this.#pending.size;
  }

  /** What came with the request that the server knows as `id`; nothing once it is over. */
  contextOf(id: unknown): Context | undefined {
    return this.#pending.get(id as number)?.context;
  }

  /**
   * Hands a request to the server and waits for its answer.
   *
   * @throws ProtocolFailure when no answer comes in time or the client leaves first.
   */
  exchange(request: JsonRpcRequest, context: Context, left: AbortSignal): Promise<Answer> {
    if (left.aborted) return Promise.reject(clientLeft());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onLeft = (): void => {
        this.#cancel(id, clientLeft());
      };
      const timer = setTimeout(() => {
        this.#cancel(id, new ProtocolFailure(CODES.internalError, `no answer within ${this.timeoutMs} ms`));
      }, this.timeoutMs);
      const release = (): void => {
        clearTimeout(timer);
        left.removeEventListener('abort', onLeft);
      };
      left.addEventListener('abort', onLeft);
      this.#pending.set(id, { id: request.id, context, resolve, reject, release });
      this.onmessage?.({ ...request, id });
    });
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** The server's side: an answer goes to whoever asked. Whatever else it says has no one to hear it. */
  send(message: JSONRPCMessage): Promise<void> {
    const id = 'id' in message && !('method' in message) ? (message.id as number) : undefined;
    const pending = id === undefined ? undefined : this.#take(id);
    pending?.resolve({ ...message, id: pending.id } as Answer);
    return Promise.resolve();
  }

  close(): Promise<void> {
    for (const id of [...this.#pending.keys()]) {
      this.#cancel(id, new ProtocolFailure(CODES.internalError, 'the server is stopping'));
    }
    this.onclose?.();
    return Promise.resolve();
  }

  #take(id: number): Pending<Context> | undefined {
    const pending = this.#pending.get(id);
    pending?.release();
    this.#pending.delete(id);
    return pending;
  }

  #cancel(id: number, reason: Error): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    pending.reject(reason);
  }
}

function clientLeft(): ProtocolFailure {
  return new ProtocolFailure(CODES.internalError, 'the client left');
}
