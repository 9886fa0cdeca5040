import { decodeResult, encodeRequest, type ShipRequest, type ShipResult } from '@app/ship';
import { WebSocket, type RawData } from 'ws';
import { shownUrl } from '../segments/shown-url';
import { ConnectError, ConnectionError, NodeEndedError } from './follow-errors';
import { MessageQueue } from './message-queue';

export interface SocketOptions {
  readonly url: string;
  /** Largest message that is taken, bytes. */
  readonly maxMessageBytes: number;
  /** For the connection and the first message. */
  readonly connectTimeoutMs: number;
}

/** Close codes of RFC 6455, section 7.4.1. */
const GOING_AWAY = 1001;
const TOO_BIG = 1009;

/** A connection to a state-history server whose first message, the protocol's ABI, has come. */
export class ShipSocket {
  readonly #messages = new MessageQueue<RawData>();
  #isOpen = false;

  private constructor(
    private readonly socket: WebSocket,
    private readonly options: SocketOptions,
  ) {
    socket.on('open', () => (this.#isOpen = true));
    socket.on('message', (message) => this.#messages.push(message));
    socket.on('error', (cause) => this.#messages.fail(this.#failed(cause)));
    socket.on('close', (code, reason) => this.#messages.fail(this.#closed(code, reason.toString())));
  }

  /** Throws ConnectError, and ConnectionError when the server is no state history. */
  static async connect(options: SocketOptions, signal: AbortSignal): Promise<ShipSocket> {
    const socket = new ShipSocket(
      new WebSocket(options.url, {
        perMessageDeflate: false,
        maxPayload: options.maxMessageBytes,
        handshakeTimeout: options.connectTimeoutMs,
      }),
      options,
    );
    const onAbort = (): void => socket.close();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.socket.once('close', () => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
    await socket.#takeAbi();
    return socket;
  }

  /** Messages that have come and were not taken. */
  get waiting(): number {
    return this.#messages.length;
  }

  send(request: ShipRequest): void {
    this.socket.send(encodeRequest(request));
  }

  /** The next result, or undefined when none comes within the time. Throws ConnectionError, ValueError. */
  async next(timeoutMs: number): Promise<ShipResult | undefined> {
    const message = await this.#messages.take(timeoutMs);
    return message === undefined ? undefined : decodeResult(bytesOf(message));
  }

  close(): void {
    this.#messages.fail(this.#lost('closed'));
    this.socket.terminate();
  }

  /** The ABI is not used: the numbers of version 0 never change. Its arrival shows that the server is one of these. */
  async #takeAbi(): Promise<void> {
    try {
      const abi = await this.#messages.take(this.options.connectTimeoutMs);
      if (abi === undefined) throw this.#lost('no first message');
      if (
        !bytesOf(abi)
          .subarray(0, 1)
          .every((byte) => byte === '{'.charCodeAt(0))
      )
        throw this.#lost('the first message is not the ABI of the protocol');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #failed(cause: Error): ConnectionError {
    if (this.#isOpen) return this.#lost(cause.message, cause);
    return new ConnectError(`${shownUrl(this.options.url)}: ${cause.message}`, { cause });
  }

  #closed(code: number, reason: string): ConnectionError {
    const text = closeText(code, reason);
    return code === GOING_AWAY
      ? new NodeEndedError(`${shownUrl(this.options.url)}: ${text}`)
      : this.#lost(text);
  }

  #lost(reason: string, cause?: unknown): ConnectionError {
    return new ConnectionError(`${shownUrl(this.options.url)}: ${reason}`, { cause });
  }
}

function closeText(code: number, reason: string): string {
  if (code === TOO_BIG) return 'a message is larger than the limit';
  return `connection closed (${String(code)}${reason === '' ? '' : ` ${reason}`})`;
}

const bytesOf = (message: RawData): Uint8Array =>
  message instanceof ArrayBuffer
    ? new Uint8Array(message)
    : Array.isArray(message)
      ? Buffer.concat(message)
      : message;
