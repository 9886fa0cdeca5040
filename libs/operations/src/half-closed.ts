import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';

/**
 * A client that ends its half of a connection after its request, as some balancers do, is answered: Node would end the
 * connection at once, and the outcome of a push would be lost. A client that left looks the same until bytes are sent to
 * it: what may take long ends with `endWithClient`.
 */
export function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** Ends an answer when its client ends its half of the connection: it most likely left, and would hold a place. */
export function endWithClient({ socket }: IncomingMessage, response: ServerResponse): void {
  const end = (): void => void response.destroy();
  if (socket.readableEnded) end();
  else socket.once('end', end);
  response.once('close', () => socket.off('end', end));
}
