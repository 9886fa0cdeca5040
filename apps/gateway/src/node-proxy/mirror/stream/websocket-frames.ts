import { Transform, type TransformCallback } from 'node:stream';

/** Close codes of the websocket protocol. Source: RFC 6455 7.4.1, IANA registry. */
export const CLOSE = { goingAway: 1001, messageTooLarge: 1009, serviceRestart: 1012 } as const;

const FIN = 0x80;
const OPCODE = 0x0f;
const CLOSE_OPCODE = 0x8;
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MASK_BYTES = 4;
const LONGEST_HEADER = 14;

/** A message of a client is longer than it may be. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/**
 * Passes the bytes of one direction of a websocket through and follows its frames: bounds the length of a message, and
 * finds the places where a frame of the gateway itself may be inserted. Source: RFC 6455 5.2.
 */
export class WebsocketFrames extends Transform {
  readonly #header = Buffer.alloc(LONGEST_HEADER);
  #headerBytes = 0;
  #payloadLeft = 0;
  #messageBytes = 0;
  #isClosing = false;
  bytes = 0;

  /** @param maxMessageBytes of all frames of a message together */
  constructor(private readonly maxMessageBytes = Infinity) {
    super();
  }

  /** Whether a close frame has passed. */
  get hasClose(): boolean {
    return this.#isClosing;
  }

  /** Whether a close frame may follow here: between two frames, and none has passed. */
  get allowsClose(): boolean {
    return this.#headerBytes === 0 && this.#payloadLeft === 0 && !this.#isClosing;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length;) {
      const payload = Math.min(this.#payloadLeft, chunk.length - at);
      this.#payloadLeft -= payload;
      at += payload;
      if (this.#payloadLeft > 0 || at >= chunk.length) break;
      this.#header[this.#headerBytes++] = chunk[at++] ?? 0;
      if (!this.#isHeaderComplete()) continue;
      this.#begin();
      if (this.#messageBytes > this.maxMessageBytes) {
        done(new MessageTooLargeError(`a message is larger than ${this.maxMessageBytes} bytes`));
        return;
      }
    }
    done(null, chunk);
  }

  #isHeaderComplete(): boolean {
    if (this.#headerBytes < 2) return false;
    const second = this.#header[1] ?? 0;
    const lengthBytes = { [LENGTH_16]: 2, [LENGTH_64]: 8 }[second & LENGTH] ?? 0;
    return this.#headerBytes === 2 + lengthBytes + ((second & MASKED) === 0 ? 0 : MASK_BYTES);
  }

  #begin(): void {
    const [first = 0, second = 0] = this.#header;
    const short = second & LENGTH;
    const length =
      short === LENGTH_16
        ? this.#header.readUInt16BE(2)
        : short === LENGTH_64
          ? Number(this.#header.readBigUInt64BE(2))
          : short;
    const opcode = first & OPCODE;
    this.#headerBytes = 0;
    this.#payloadLeft = length;
    this.#isClosing ||= opcode === CLOSE_OPCODE;
    // Control frames may stand between the frames of a message.
    if (opcode >= CLOSE_OPCODE) return;
    const isContinued = opcode === 0;
    this.#messageBytes = (isContinued ? this.#messageBytes : 0) + length;
  }
}

/** A close frame of a server, with a reason of at most 123 bytes. */
export function closeFrame(code: number, reason: string): Buffer {
  const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
  return Buffer.concat([Buffer.from([FIN | CLOSE_OPCODE, payload.length]), payload]);
}
