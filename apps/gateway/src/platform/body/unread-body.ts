import type { IncomingMessage } from 'node:http';

/** How much of a body, and for how long, is still taken after the answer before the connection is ended. */
const MAX_DROPPED_BYTES = 33_554_432;
/** How long the rest of a body is taken after the answer before the connection is ended. */
const MAX_DROPPING_MS = 2_000;
/** Interval of the check of both bounds. */
const LOOK_EVERY_MS = 50;

/**
 * After an answer that did not need the whole body: Node reads and drops the rest, so that a client that
 * still sends can read the answer (closing at once would reset the connection). This bounds the rest: past
 * 32 MiB, or two seconds, the connection is ended. No effect on a body that has arrived.
 */
export function boundUnreadBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  let looks = MAX_DROPPING_MS / LOOK_EVERY_MS;
  const look = setInterval(() => {
    looks -= 1;
    const isOver = looks <= 0 || socket.bytesRead - bytesBefore > MAX_DROPPED_BYTES;
    if (isOver && !request.complete) socket.destroy();
    if (isOver || request.complete || socket.destroyed) clearInterval(look);
  }, LOOK_EVERY_MS).unref();
}
