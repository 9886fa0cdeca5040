import { ConnectionError } from './follow-errors';
import { MessageParts } from './message-parts';
import { MessageQueue } from './message-queue';

/** Pieces that wait to be taken; then the connection is not read until some were. One has at most 64 KiB. */
const MAX_PIECES = 64;
/** A server is waited for so long while fewer than so many bytes come. */
const PATIENCE: Patience = { waitMs: 30_000, leastBytes: 8 * 1024 * 1024 };
/** Waits for all of a message that is taken as a whole. */
const WHOLE_WAIT_MS = 60_000;
/** Smaller pieces are joined: a piece of one byte would take a hundred. */
const PIECE_BYTES = 64 * 1024;

/** The least rate of a message. Only the time that is spent waiting for the server counts. */
export interface Patience {
  readonly waitMs: number;
  readonly leastBytes: number;
}

const END = Symbol('end of the message');

/** A message that is taken while it arrives: it may be larger than the memory. */
export class LargeMessage {
  readonly #pieces = new MessageQueue<Uint8Array | typeof END>();
  #goOn: (() => void) | undefined;
  #hasFailed = false;
  /** Bytes that are no piece yet. */
  readonly #small = new MessageParts();

  /** @param start the bytes that came so far: `next` does not give them */
  constructor(
    readonly start: Uint8Array,
    private readonly patience = PATIENCE,
  ) {}

  /** Adds bytes. Resolves when more are wanted. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#small.add(bytes);
    if (this.#small.length < PIECE_BYTES) return;
    this.#pieces.push(this.#small.take());
    if (this.#pieces.length < MAX_PIECES || this.#hasFailed) return;
    await new Promise<void>((resolve) => (this.#goOn = resolve));
  }

  end(): void {
    if (this.#small.length > 0) this.#pieces.push(this.#small.take());
    this.#pieces.push(END);
  }

  /** The message does not come any more. */
  fail(error: Error): void {
    this.#hasFailed = true;
    this.#pieces.fail(error);
    this.#goOn?.();
  }

  /**
   * The bytes behind `start` as they arrive. Throws ConnectionError when the message is not finished, or comes too slowly.
   * @param mostWaitMs for all of the message
   */
  async *rest(mostWaitMs = Infinity): AsyncGenerator<Uint8Array> {
    const { waitMs, leastBytes } = this.patience;
    let [waitedMs, inAllMs, bytes] = [0, 0, 0];
    for (;;) {
      const fromMs = performance.now();
      const piece = await this.#pieces.take(Math.max(0, Math.min(waitMs - waitedMs, mostWaitMs - inAllMs)));
      const tookMs = performance.now() - fromMs;
      if (piece === END) return;
      [waitedMs, inAllMs, bytes] = [waitedMs + tookMs, inAllMs + tookMs, bytes + (piece?.length ?? 0)];
      if (bytes >= leastBytes) [waitedMs, bytes] = [0, 0];
      if (piece === undefined || waitedMs >= waitMs || inAllMs >= mostWaitMs)
        throw new ConnectionError('the node sends a message too slowly, or stopped in the middle of it');
      if (this.#pieces.length < MAX_PIECES / 2) this.#goOn?.();
      yield piece;
    }
  }

  /** All bytes. Throws ConnectionError when there are more than `most`. */
  async whole(most: number): Promise<Uint8Array> {
    const parts = [this.start];
    let length = this.start.length;
    const add = (bytes: Uint8Array): void => {
      parts.push(bytes);
      length += bytes.length;
    };
    if (length <= most)
      for await (const bytes of this.rest(WHOLE_WAIT_MS)) {
        add(bytes);
        if (length > most) break;
      }
    if (length > most) throw new ConnectionError('a message is larger than the limit');
    return Buffer.concat(parts, length);
  }
}
