import type { AddressInfo } from 'node:net';
import { DevchainSetupError } from '../settings';
import { createDispatcher } from './http/dispatch';
import { createNodeServer } from './http/http-server';
import type { Node } from './http/route';
import { ROUTES } from './routes';

/** How long requests under way may take when the chain ends. */
const CLOSING_PATIENCE_MS = 2000;

export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  /** Answers what is under way, for two seconds at most, then closes. */
  close(): Promise<void>;
}

export interface Address {
  readonly host: string;
  /** 0 lets the system pick a free port. */
  readonly port: number;
}

/** Serves the routes over HTTP. Throws DevchainSetupError when it cannot listen there. */
export async function serve(node: Node, address: Address, log: (line: string) => void): Promise<Served> {
  const server = createNodeServer(
    createDispatcher(ROUTES, node, (path, error) => {
      log(`devchain ${node.name} failed at ${path}: ${error instanceof Error ? error.stack : String(error)}`);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new DevchainSetupError(whyNotListening(error, address)));
    });
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        const patience = setTimeout(() => server.closeAllConnections(), CLOSING_PATIENCE_MS);
        server.close(() => {
          clearTimeout(patience);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function whyNotListening({ code, message }: NodeJS.ErrnoException, { host, port }: Address): string {
  if (code === 'EADDRINUSE') {
    return `DEVCHAIN_PORT: port ${String(port)} on ${host} is taken; choose another, for example DEVCHAIN_PORT=${String(port + 100)}`;
  }
  if (code === 'EACCES') return `DEVCHAIN_PORT: port ${String(port)} needs rights this process does not have`;
  return `DEVCHAIN_HOST: cannot listen on ${host}: ${message}`;
}
