import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on a free port of the loopback address; answers the URL. A connection stays open while its client is silent:
 * by the default of Node it would end as a client that did not run for some seconds sends its next request.
 */
export async function listenOnLoopback(server: Server): Promise<string> {
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server with all its connections; resolves when it is closed. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
