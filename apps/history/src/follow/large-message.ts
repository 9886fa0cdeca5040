import { ConnectionError } from './follow-errors';
import { MessageQueue } from './message-queue';

/** Pieces that wait to be taken; then the connection is not read until some were. One has at most 64 KiB. */
const MAX_PIECES = 64;
/** Longest silence of a server in the middle of a message. */
const SILENCE_MS = 30_000;

const END = Symbol('end of the message');

/** A message that is taken while it arrives: it may be larger than the memory. */
export class LargeMessage {
  readonly #pieces = new MessageQueue<Uint8Array | typeof END>();
  #goOn: (() => void) | undefined;
  #hasFailed = false;

  /** @param start the bytes that came so far: `next` does not give them */
  constructor(readonly start: Uint8Array) {}

  /** Adds bytes. Resolves when more are wanted. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes);
    if (this.#pieces.length < MAX_PIECES || this.#hasFailed) return;
    await new Promise<void>((resolve) => (this.#goOn = resolve));
  }

  end(): void {
    this.#pieces.push(END);
  }

  /** The message does not come any more. */
  fail(error: Error): void {
    this.#hasFailed = true;
    this.#pieces.fail(error);
    this.#goOn?.();
  }

  /** The bytes behind `start` as they arrive. Throws ConnectionError when the message is not finished. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await this.#pieces.take(SILENCE_MS);
      if (piece === undefined) throw new ConnectionError('the node stopped in the middle of a message');
      if (piece === END) return;
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
      for await (const bytes of this.rest()) {
        add(bytes);
        if (length > most) break;
      }
    if (length > most) throw new ConnectionError('a message is larger than the limit');
    return Buffer.concat(parts, length);
  }
}
