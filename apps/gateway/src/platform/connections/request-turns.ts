import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for the answer to an earlier one. */
const MAX_WAITING = 16;

/**
 * The order of requests that a client sent without waiting for answers (pipelining): each begins when its answer can
 * be sent. Node hands them over as soon as it has read them, a thousand in one piece, and keeps their answers behind the
 * unfinished one, where neither the bounds of unread answers nor those of requests see them; behind a stream that never
 * ends they would be kept permanently. A connection with more than MAX_WAITING such requests is ended.
 */
export class RequestTurns {
  readonly #waiting = new WeakMap<Socket, number>();
  #onEnded: () => void = () => undefined;

  /** From now on called for each connection that is ended. */
  setOnEnded(onEnded: () => void): void {
    this.#onEnded = onEnded;
  }

  /**
   * Calls `begin`, in the context of now, when `response` gets the connection: once every earlier request of it has been
   * answered. Never, when the connection ends before.
   */
  wait(socket: Socket, response: ServerResponse, begin: () => void): void {
    if (socket.destroyed) return;
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, waiting);
    if (waiting > MAX_WAITING) {
      this.#onEnded();
      socket.destroy();
      return;
    }
    const inOwnContext = AsyncResource.bind(begin);
    response.once('socket', () => {
      this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
      inOwnContext();
    });
  }
}
