import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface SlowReaderLimits {
  /** How long a client may leave an answer unread; 0 turns the limit off. */
  readonly responseStallMs: number;
  /** Bytes of answers that wait for their clients, over all; 0 turns the limit off. */
  readonly responseBytesInFlight: number;
}

/** A client that has taken this much within the time is reading. */
const PROGRESS_BYTES = 16_384;
/** Longest interval of the check of unread answers; a quarter of RESPONSE_STALL_MS where that is less. */
const LOOK_EVERY_MS = 1_000;

interface Stall {
  readonly sinceMs: number;
  readonly deliveredBytes: number;
}

/**
 * Ends connections whose clients do not read their answers: after a time without progress, and, the longest
 * stalled first, when all unread answers together are above their bound. Looks once a second.
 */
export class SlowReaders {
  readonly #sockets = new Set<Socket>();
  /** In the order in which they began to stall. */
  readonly #stalls = new Map<Socket, Stall>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly limits: SlowReaderLimits,
    private readonly onEnded: () => void,
  ) {
    const everyMs = Math.min(LOOK_EVERY_MS, Math.max(10, limits.responseStallMs / 4));
    this.#timer = setInterval(() => this.look(performance.now()), everyMs).unref();
  }

  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#stalls.delete(socket);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @param nowMs on a monotonic clock */
  look(nowMs: number): void {
    const { responseStallMs, responseBytesInFlight } = this.limits;
    let unread = 0;
    for (const socket of this.#sockets) {
      unread += socket.writableLength;
      const stall = this.#stallOf(socket, nowMs);
      if (stall !== undefined && responseStallMs > 0 && nowMs - stall.sinceMs >= responseStallMs) {
        unread -= socket.writableLength;
        this.#end(socket);
      }
    }
    for (const socket of this.#stalls.keys()) {
      if (responseBytesInFlight === 0 || unread <= responseBytesInFlight) return;
      unread -= socket.writableLength;
      this.#end(socket);
    }
  }

  #stallOf(socket: Socket, nowMs: number): Stall | undefined {
    if (socket.writableLength === 0) {
      this.#stalls.delete(socket);
      return undefined;
    }
    const deliveredBytes = socket.bytesWritten - socket.writableLength;
    const known = this.#stalls.get(socket);
    if (known !== undefined && deliveredBytes - known.deliveredBytes < PROGRESS_BYTES) return known;
    this.#stalls.delete(socket);
    const stall = { sinceMs: nowMs, deliveredBytes };
    this.#stalls.set(socket, stall);
    return stall;
  }

  #end(socket: Socket): void {
    this.#stalls.delete(socket);
    this.onEnded();
    socket.destroy();
  }
}
