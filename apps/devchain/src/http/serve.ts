import { type AddressInfo, Server as NetServer } from 'node:net';
import { DevchainSetupError } from '../settings';
import { createDispatcher } from '../api/http/dispatch';
import { unexpectedReply } from '../api/http/error-answer';
import { createNodeServer, type HttpOrigin, type HttpReply } from './http-server';
import type { Node } from '../api/http/route';
import { ROUTES } from '../api/v1-chain/routes';

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

/** Routes beside those of a node: the reply, or undefined for any other path. */
export type AdditionalRoutes = (path: string, body: string, origin: HttpOrigin) => HttpReply | undefined;

/** Sees every answer before it is sent. */
export type ReplyObserver = (path: string, reply: HttpReply) => void;

/** Serves the routes over HTTP. Throws DevchainSetupError when it cannot listen there. */
export async function serve(
  node: Node,
  address: Address,
  logFailure: (path: string, error: unknown) => void,
  additional: AdditionalRoutes = () => undefined,
  observe: ReplyObserver = () => undefined,
): Promise<Served> {
  const observed = (path: string, reply: HttpReply): HttpReply => {
    observe(path, reply);
    return reply;
  };
  const dispatch = createDispatcher(ROUTES, node, logFailure);
  const server = createNodeServer((target, body, origin) => {
    const [path = ''] = target.split('?');
    try {
      const reply = additional(path, body, origin) ?? dispatch(target, body, origin);
      if (reply instanceof Promise) return reply.then((later) => observed(path, later));
      return observed(path, reply);
    } catch (error) {
      logFailure(path, error);
      return unexpectedReply(path.slice(path.lastIndexOf('/') + 1));
    }
  }, logFailure);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new DevchainSetupError(whyNotListening(error, address)));
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
          resolve();
        });
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
