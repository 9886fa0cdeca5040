import type { Socket } from 'node:net';
import { OwnAddresses } from '../addresses/own-addresses';
import type { OpenSigner } from '../commands/folder';
import { signerServer } from './signer-server';
import { connectToSocket, listenOnSocket } from './signer-socket';
import { serveConnection } from './socket-connection';

/** Serves MCP on a unix socket, each connection by itself, until the process is asked to end. */
export async function serveSocket(open: OpenSigner, file: string): Promise<void> {
  const addresses = new OwnAddresses(open.policy);
  const sockets = new Set<Socket>();
  // Before there is a socket: a process that ends by the signal itself leaves it behind.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  const server = await listenOnSocket(file, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, () => signerServer(open, addresses));
  });
  await ended;
  // Closing removes the socket.
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
  open.ledger.close();
}

/** Passes standard input and output to a signer that listens on a socket. This program holds no key. */
export async function connectStdio(file: string): Promise<void> {
  const socket = await connectToSocket(file);
  process.stdin.pipe(socket).pipe(process.stdout);
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
  process.stdin.destroy();
}
