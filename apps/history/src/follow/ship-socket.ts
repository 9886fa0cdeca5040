import { decodeResult, encodeRequest, type ShipRequest, type ShipResult } from '@app/ship';
import type { Duplex } from 'node:stream';
import { shownUrl } from '../segments/shown-url';
import { ConnectError, ConnectionError, NodeEndedError } from './follow-errors';
import { LargeMessage } from './large-message';
import { MessageParts } from './message-parts';
import { MessageQueue } from './message-queue';
import { provenBlock } from './proven-block';
import type { ShipSource } from './ship-source';
import { clientFrame } from './websocket/client-frame';
import { FrameParser, type FramePiece } from './websocket/frame-parser';
import { openWebSocket } from './websocket/open-websocket';
import { CLOSE_CODE, OPCODE } from './websocket/protocol';

export interface SocketOptions {
  readonly url: string;
  /** Largest message that is held in memory, bytes. */
  readonly maxMessageBytes: number;
  /** A message with more bytes can be taken while it arrives. Default: 16 MiB. */
  readonly largeBytes?: number;
  /** For the connection and the first message. */
  readonly connectTimeoutMs: number;
}

const LARGE_BYTES = 16 * 1024 * 1024;
/** That a message takes beside its content. */
const MESSAGE_BYTES = 256;
/** With more bytes that wait to be taken, the connection is not read on. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** A connection to a state-history server whose first message, the protocol's ABI, has come. */
export class ShipSocket implements ShipSource {
  readonly prove = provenBlock;
  readonly endNum = undefined;
  readonly #messages = new MessageQueue<Uint8Array | LargeMessage>();
  /** Of the message that arrives. */
  readonly #parts = new MessageParts();
  #large: LargeMessage | undefined;
  /** Of the messages that wait to be taken. */
  #waitingBytes = 0;
  #goOn: (() => void) | undefined;

  private constructor(
    private readonly stream: Duplex,
    private readonly options: SocketOptions,
  ) {
    // The loop that reads gets the error, too.
    stream.on('error', () => undefined);
  }

  /** Throws ConnectError, and ConnectionError when the server is no state history. */
  static async connect(options: SocketOptions, signal: AbortSignal): Promise<ShipSocket> {
    const { stream, head } = await openWebSocket(options.url, options.connectTimeoutMs, signal).catch(
      (cause: unknown) => {
        throw new ConnectError(`${shownUrl(options.url)}: ${textOf(cause)}`, { cause });
      },
    );
    const socket = new ShipSocket(stream, options);
    const onAbort = (): void => socket.#end();
    signal.addEventListener('abort', onAbort, { once: true });
    stream.once('close', () => signal.removeEventListener('abort', onAbort));
    void socket.#receive(head);
    if (signal.aborted) onAbort();
    await socket.#takeAbi();
    return socket;
  }

  /** Messages that have come and were not taken. */
  get waiting(): number {
    return this.#messages.length;
  }

  send(request: ShipRequest): void {
    this.#sendFrame(OPCODE.binary, encodeRequest(request));
  }

  /** The next result, or undefined when none comes within the time. Throws ConnectionError, ValueError. */
  async next(timeoutMs: number): Promise<ShipResult | undefined> {
    const message = await this.nextMessage(timeoutMs);
    return message instanceof LargeMessage ? this.wholeResult(message) : message;
  }

  /** The same; a large message is given while it arrives. It has to be taken before the next one can come. */
  async nextMessage(timeoutMs: number): Promise<ShipResult | LargeMessage | undefined> {
    const message = await this.#messages.take(timeoutMs);
    if (!(message instanceof Uint8Array)) return message;
    this.#took(message);
    return decodeResult(message);
  }

  /** The result of a large message. Throws ConnectionError when it is above the limit, ValueError. */
  async wholeResult(message: LargeMessage): Promise<ShipResult> {
    return decodeResult(await this.#wholeBytes(message));
  }

  close(): void {
    this.#fail(this.#lost('closed'));
    this.stream.destroy();
  }

  /** Closes in order. */
  #end(): void {
    this.#fail(this.#lost('closed'));
    const code = Buffer.alloc(2);
    code.writeUInt16BE(CLOSE_CODE.normal);
    this.stream.end(clientFrame(OPCODE.close, code), () => this.stream.destroy());
  }

  #took({ length }: Uint8Array): void {
    this.#waitingBytes -= length + MESSAGE_BYTES;
    if (this.#waitingBytes <= MAX_WAITING_BYTES) this.#goOn?.();
  }

  #fail(error: ConnectionError): void {
    this.#goOn?.();
    this.#large?.fail(error);
    this.#messages.fail(error);
  }

  async #receive(head: Uint8Array): Promise<void> {
    const parser = new FrameParser();
    try {
      for (const piece of parser.push(head)) await this.#take(piece);
      for await (const bytes of this.stream)
        for (const piece of parser.push(bytes as Uint8Array)) await this.#take(piece);
      throw this.#closed(CLOSE_CODE.lost, '');
    } catch (cause) {
      this.#fail(cause instanceof ConnectionError ? cause : this.#lost(textOf(cause), cause));
    } finally {
      this.stream.destroy();
    }
  }

  async #take(piece: FramePiece): Promise<void> {
    if (piece.kind === 'data') return this.#takeData(piece.bytes, piece.endsMessage);
    // A server that sends pings and does not read gets no more answers than the connection takes.
    if (piece.kind === 'ping' && !this.stream.writableNeedDrain) this.#sendFrame(OPCODE.pong, piece.bytes);
    if (piece.kind !== 'close') return;
    this.#sendFrame(OPCODE.close, piece.bytes.subarray(0, 2));
    const [high, low = 0] = piece.bytes;
    const code = high === undefined ? CLOSE_CODE.none : high * 256 + low;
    throw this.#closed(code, Buffer.from(piece.bytes.subarray(2)).toString());
  }

  async #takeData(bytes: Uint8Array, endsMessage: boolean): Promise<void> {
    if (this.#large !== undefined) await this.#large.write(bytes);
    else {
      this.#parts.add(bytes);
      const { largeBytes = LARGE_BYTES, maxMessageBytes } = this.options;
      if (this.#parts.length > Math.min(largeBytes, maxMessageBytes)) {
        this.#large = new LargeMessage(this.#parts.take());
        this.#messages.push(this.#large);
      }
    }
    if (!endsMessage) return;
    if (this.#large === undefined) await this.#keep(this.#parts.take());
    this.#large?.end();
    this.#large = undefined;
  }

  /** Resolves when more may wait: a server may send more than it has credits for. */
  async #keep(message: Uint8Array): Promise<void> {
    this.#messages.push(message);
    this.#waitingBytes += message.length + MESSAGE_BYTES;
    if (this.#waitingBytes > MAX_WAITING_BYTES) await new Promise<void>((resolve) => (this.#goOn = resolve));
  }

  #sendFrame(opcode: number, payload: Uint8Array): void {
    if (this.stream.writable) this.stream.write(clientFrame(opcode, payload));
  }

  #wholeBytes(message: LargeMessage): Promise<Uint8Array> {
    return message.whole(this.options.maxMessageBytes).catch((error: unknown) => {
      const shown = this.#lost(textOf(error), error);
      this.close();
      throw shown;
    });
  }

  /** The ABI is not used: the numbers of version 0 never change. Its arrival shows that the server is one of these. */
  async #takeAbi(): Promise<void> {
    try {
      const message = await this.#messages.take(this.options.connectTimeoutMs);
      if (message === undefined) throw this.#lost('no first message');
      const abi = message instanceof LargeMessage ? await this.#wholeBytes(message) : message;
      if (message instanceof Uint8Array) this.#took(message);
      if (!abi.subarray(0, 1).every((byte) => byte === '{'.charCodeAt(0)))
        throw this.#lost('the first message is not the ABI of the protocol');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #closed(code: number, reason: string): ConnectionError {
    const text = `connection closed (${String(code)}${reason === '' ? '' : ` ${reason}`})`;
    return code === CLOSE_CODE.goingAway
      ? new NodeEndedError(`${shownUrl(this.options.url)}: ${text}`)
      : this.#lost(text);
  }

  #lost(reason: string, cause?: unknown): ConnectionError {
    return new ConnectionError(`${shownUrl(this.options.url)}: ${reason}`, { cause });
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
