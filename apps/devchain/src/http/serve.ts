import { type AddressInfo, Server as NetServer } from 'node:net';
import { createNodeServer, type HttpHandler } from './http-server';
import { listenFailure } from './listen-failure';

/** Time limit for open requests when the chain is closed. */
const CLOSE_TIMEOUT_MS = 2000;
/** Interval of closing idle connections; a request that arrives before is still answered. */
const IDLE_CHECK_MS = 200;

export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  /** Answers open requests for up to two seconds, then closes. */
  close(): Promise<void>;
}

export interface Address {
  readonly host: string;
  /** 0 lets the system pick a free port. */
  readonly port: number;
}

/** Serves a handler over HTTP. Throws DevchainSetupError when it cannot listen there. */
export async function serve(
  handle: HttpHandler,
  address: Address,
  logFailure: (path: string, error: unknown) => void,
): Promise<Served> {
  const server = createNodeServer(handle, logFailure);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(listenFailure(error, address, 'DEVCHAIN_PORT'));
    });
    server.listen(address.port, address.host, resolve);
  });
  server.removeAllListeners('error').on('error', (error) => logFailure('the listening socket', error));
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        // The HTTP server's own close ends idle connections, with requests in transit, at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(timeout);
          clearInterval(idle);
          // Ends its check of request timeouts, whose timer would hold the chain in memory.
          server.close();
          resolve();
        });
      }),
  };
}
