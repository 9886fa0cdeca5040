import { decodeRequest, encodeResult, type GetBlocks } from '@app/ship';
import type { BlockSource } from './block-source';

/** The part of a socket that a session needs. */
export interface MessageSocket {
  /** Bytes that were sent and that the other side has not taken yet. */
  readonly bufferedAmount: number;
  /** @param sent called when the message has left, or cannot leave any more */
  send(message: Uint8Array, sent: () => void): void;
}

/** Above this many waiting bytes nothing is added: what a reader does not take stays in the log. */
const MAX_WAITING_BYTES = 1_048_576;
/** Messages in one piece of work, before other sessions and the chain take their turn. */
const MESSAGES_AT_ONCE = 16;

/**
 * One reader: its request, the next block for it, and the credits it has left. Each result takes a credit, an ack gives
 * some back. Blocks that are replaced are sent again, also to a reader without credits at that moment.
 */
export class Session {
  #request: GetBlocks | undefined;
  #nextNum = 0;
  #credits = 0;
  #isScheduled = false;
  #isClosed = false;

  constructor(
    private readonly socket: MessageSocket,
    private readonly source: BlockSource,
  ) {}

  /** Handles one message of the reader. Throws ValueError for bytes that are no request. */
  receive(message: Uint8Array): void {
    const request = decodeRequest(message);
    switch (request.type) {
      case 'get_status_request_v0':
        this.#send(encodeResult({ type: 'get_status_result_v0', ...this.source.status() }));
        break;
      case 'get_blocks_request_v0':
        this.#request = request;
        this.#credits = request.maxMessagesInFlight;
        this.#nextNum = this.source.startOf(request);
        this.schedule();
        break;
      case 'get_blocks_ack_request_v0':
        // Without a request there is nothing to acknowledge. A published reader sends one before its first request.
        if (this.#request === undefined) return;
        this.#credits += request.numMessages;
        this.schedule();
    }
  }

  /** Sends what there is, soon. */
  schedule(): void {
    if (this.#isScheduled || !this.#canSend()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let left = MESSAGES_AT_ONCE; left > 0 && this.#canSend(); left--) this.#sendNext();
      this.schedule();
    });
  }

  /** The blocks from this number on are others now. */
  rewind(fromNum: number): void {
    this.#nextNum = Math.min(this.#nextNum, fromNum);
    this.schedule();
  }

  close(): void {
    this.#isClosed = true;
  }

  #canSend(): boolean {
    const request = this.#request;
    return (
      request !== undefined &&
      !this.#isClosed &&
      this.#credits > 0 &&
      this.#nextNum <= this.source.lastNum(request) &&
      this.#nextNum < request.endBlockNum &&
      this.socket.bufferedAmount < MAX_WAITING_BYTES
    );
  }

  #sendNext(): void {
    if (this.#request === undefined) return;
    const result = this.source.result(this.#nextNum, this.#request);
    this.#nextNum++;
    this.#credits--;
    this.#send(encodeResult({ type: 'get_blocks_result_v0', ...result }));
  }

  #send(message: Uint8Array): void {
    this.socket.send(message, () => this.schedule());
  }
}
