import { OwnAddresses } from '../addresses/own-addresses';
import type { OpenSigner } from '../commands/folder';
import { Connections } from './connections';
import { signerServer } from './signer-server';
import { listenOnSocket } from './signer-socket';
import { serveConnection } from './socket-connection';

/** Serves MCP on a unix socket, each connection by itself, until the process is asked to end. */
export async function serveSocket(open: OpenSigner, file: string): Promise<void> {
  const addresses = new OwnAddresses(open.policy);
  const connections = new Connections();
  // Before there is a socket: a process that ends by the signal itself leaves it behind.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const server = await listenOnSocket(file, (socket) => {
    if (connections.admit(socket))
      serveConnection(socket, () => signerServer(open.policy, Promise.resolve(open), addresses));
  });
  await ended;
  // Closing removes the socket.
  const closed = new Promise((resolve) => server.close(resolve));
  connections.endAll();
  await closed;
  await open.sender.end();
  open.ledger.close();
}
