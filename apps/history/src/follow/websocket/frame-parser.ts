import { CONTROL_BYTES, DATA_OPCODES, OPCODE, type Opcode, WebSocketError } from './protocol';

/** A part of a message, or a whole control frame. Bytes are views on those that were pushed, or on a copy. */
export type FramePiece =
  | { readonly kind: 'data'; readonly bytes: Uint8Array; readonly endsMessage: boolean }
  | { readonly kind: 'ping' | 'pong' | 'close'; readonly bytes: Uint8Array };

const CONTROL_KINDS = new Map<Opcode, 'ping' | 'pong' | 'close'>([
  [OPCODE.ping, 'ping'],
  [OPCODE.pong, 'pong'],
  [OPCODE.close, 'close'],
]);

const FIN = 0x80;
const RESERVED_BITS = 0x70;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** The frame whose payload arrives. */
interface OpenFrame {
  readonly opcode: Opcode;
  readonly isFinal: boolean;
  left: number;
  /** Of a control frame, so far. */
  readonly control: Uint8Array[];
}

/**
 * Reads the frames that a server sends (RFC 6455, section 5), and gives the parts of a message as they arrive: a message
 * may be larger than the memory. No extension is known.
 */
export class FrameParser {
  #head: number[] = [];
  #frame: OpenFrame | undefined;
  #isInMessage = false;

  /** Takes the next bytes of the connection. Throws WebSocketError for bytes that are against the protocol. */
  *push(bytes: Uint8Array): Generator<FramePiece> {
    let at = 0;
    // A frame without payload is whole with its head.
    while (at < bytes.length || this.#frame?.left === 0) {
      if (this.#frame === undefined) {
        this.#head.push(bytes[at++] ?? 0);
        this.#frame = this.#openFrame();
        continue;
      }
      const taken = bytes.subarray(at, at + this.#frame.left);
      at += taken.length;
      this.#frame.left -= taken.length;
      const piece = this.#pieceOf(this.#frame, taken);
      if (this.#frame.left === 0) this.#frame = undefined;
      if (piece !== undefined) yield piece;
    }
  }

  /** The frame whose head is whole now. */
  #openFrame(): OpenFrame | undefined {
    const [first = 0, second, ...rest] = this.#head;
    if (second === undefined) return undefined;
    if ((second & MASKED) !== 0) throw new WebSocketError('a frame of a server is masked');
    const lengthBytes = second === LENGTH_16 ? 2 : second === LENGTH_64 ? 8 : 0;
    if (rest.length < lengthBytes) return undefined;
    const left = lengthBytes === 0 ? second : rest.reduce((sum, byte) => sum * 256 + byte, 0);
    if (!Number.isSafeInteger(left)) throw new WebSocketError('the length of a frame has more than 53 bits');
    this.#head = [];
    const frame = { opcode: first & 0x0f, isFinal: (first & FIN) !== 0, left, control: [] };
    if ((first & RESERVED_BITS) !== 0) throw new WebSocketError('a frame has reserved bits');
    this.#requireOrder(frame);
    return frame;
  }

  #requireOrder({ opcode, isFinal, left }: OpenFrame): void {
    if (CONTROL_KINDS.has(opcode)) {
      if (!isFinal || left > CONTROL_BYTES)
        throw new WebSocketError('a control frame is too large or parted');
      return;
    }
    if (!DATA_OPCODES.has(opcode)) throw new WebSocketError(`a frame has the opcode ${String(opcode)}`);
    if ((opcode === OPCODE.continuation) !== this.#isInMessage)
      throw new WebSocketError('a frame does not continue its message');
    this.#isInMessage = !isFinal;
  }

  #pieceOf({ opcode, isFinal, left, control }: OpenFrame, taken: Uint8Array): FramePiece | undefined {
    const kind = CONTROL_KINDS.get(opcode);
    if (kind === undefined) return { kind: 'data', bytes: taken, endsMessage: isFinal && left === 0 };
    control.push(taken);
    return left === 0 ? { kind, bytes: Buffer.concat(control) } : undefined;
  }
}
