import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { CODES, JsonRpcRequest, ProtocolFailure } from './json-rpc';

/** The server's answer, with the client's own id. */
export type Answer = JSONRPCMessage;

interface Pending<Context> {
  readonly id: JsonRpcRequest['id'];
  readonly context: Context;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly release: () => void;
}

/**
 * Multiplexes the requests of all clients onto one long-lived server. Clients choose their ids, so two of them may
 * use the same id at once: towards the server every request has a unique id. A request whose client disconnects,
 * or that times out, is cancelled and removed.
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

  /** Number of requests that wait for their answer. */
  get size(): number {
    return this.#pending.size;
  }

  /** The context of the request that the server knows as `id`; undefined once it has ended. */
  contextOf(id: unknown): Context | undefined {
    return this.#pending.get(id as number)?.context;
  }

  /**
   * Hands a request to the server and waits for its answer.
   *
   * @throws ProtocolFailure when no answer comes in time or the client disconnects first.
   */
  exchange(request: JsonRpcRequest, context: Context, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return Promise.reject(clientDisconnected());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#cancel(id, clientDisconnected());
      };
      const timer = setTimeout(() => {
        this.#cancel(id, new ProtocolFailure(CODES.internalError, `no answer within ${this.timeoutMs} ms`));
      }, this.timeoutMs);
      const release = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort);
      this.#pending.set(id, { id: request.id, context, resolve, reject, release });
      this.onmessage?.({ ...request, id });
    });
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Called by the server: delivers an answer to its request. Other messages of the server are dropped. */
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

function clientDisconnected(): ProtocolFailure {
  return new ProtocolFailure(CODES.internalError, 'the client disconnected');
}
