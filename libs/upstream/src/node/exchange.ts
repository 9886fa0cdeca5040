import type { Dispatcher } from 'undici';
import type { NodeReply } from './node-request';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Where the outcome of an exchange goes. */
interface Outcome {
  readonly resolve: (reply: NodeReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A piece keeps the whole buffer that it was read into, and a node may send a byte in each: so many are joined. */
const MANY_PIECES = 64;

/**
 * One request and its whole answer in bytes. A handler of undici's dispatch, because a stream for each body costs
 * more than the rest of a small request.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #joined: Buffer[] = [];
  #pieces: Buffer[] = [];
  readonly #onAbort = (): void => {
    this.#end(this.signal.reason);
  };
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  #isSent = false;
  #size = 0;
  #status = 0;
  #headers: Headers = {};

  constructor(
    private readonly outcome: Outcome,
    private readonly maxBytes: number,
    private readonly tooLarge: () => Error,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * False while not a byte of the request was written: it has no connection yet, or none could be opened. The body is
   * written at once with the header, so an answer always comes after all of it was handed to the connection.
   */
  get isSent(): boolean {
    return this.#isSent;
  }

  begin(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): void {
    if (this.signal.aborted) {
      this.#onAbort();
      return;
    }
    this.signal.addEventListener('abort', this.#onAbort, { once: true });
    dispatcher.dispatch(request, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was ended while it waited for a connection.
    if (this.#ended !== undefined) controller.abort(this.#ended);
    else this.#isSent = true;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.maxBytes) this.#end(this.tooLarge());
    else if (this.#pieces.push(chunk) === MANY_PIECES) {
      this.#joined.push(Buffer.concat(this.#pieces));
      this.#pieces = [];
    }
  }

  onResponseEnd(): void {
    this.signal.removeEventListener('abort', this.#onAbort);
    const { 'content-type': contentType = '', 'retry-after': retryAfter } = this.#headers;
    const pieces = [...this.#joined, ...this.#pieces];
    const [first] = pieces;
    this.outcome.resolve({
      status: this.#status,
      contentType: String(contentType),
      bytes: pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, this.#size),
      ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
    });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.signal.removeEventListener('abort', this.#onAbort);
    this.outcome.reject(this.#ended ?? error);
  }

  /** Ends the request and its connection, and the exchange with it. */
  #end(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error('aborted', { cause: reason });
    this.#ended = error;
    this.signal.removeEventListener('abort', this.#onAbort);
    this.outcome.reject(error);
    this.#controller?.abort(error);
  }
}
