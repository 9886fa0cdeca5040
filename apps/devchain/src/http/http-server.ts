import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** nodeos' default of max-body-size. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Longer than the idle timeout of the usual clients, so that it is the client who closes. */
const KEEP_ALIVE_MS = 75_000;

const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Origin, X-Requested-With, Content-Type, Accept',
};

export interface HttpReply {
  readonly status: number;
  readonly body: string | Buffer;
  /** Beside, or in place of, those every answer of a node has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a request came. */
export interface HttpOrigin {
  readonly method: string;
  readonly remoteAddress?: string;
  /** Every Host header that was sent, joined by a comma; Node's own record keeps the first alone. */
  readonly host?: string;
  readonly origin?: string;
}

/** Answers a request by its exact target (path and query string together) and its body. */
export type HttpHandler = (
  target: string,
  body: string,
  origin: HttpOrigin,
) => HttpReply | Promise<HttpReply>;

/**
 * The HTTP side of nodeos: the method and the content type do not matter, OPTIONS is answered before anything
 * else, and a body above the limit ends the connection without an answer.
 */
export function createNodeServer(
  handle: HttpHandler,
  logFailure: (target: string, error: unknown) => void,
): Server {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (request.method === 'OPTIONS') {
      reply(server, response, { status: 200, body: '{}' });
      return;
    }
    readBody(request, (body) => {
      void answer(request, body, response);
    });
  });
  // Called by an event, where an exception would end the process.
  const answer = async (request: IncomingMessage, body: string, response: ServerResponse): Promise<void> => {
    try {
      reply(server, response, await handle(request.url ?? '', body, originOf(request)));
    } catch (error) {
      logFailure(request.url ?? '', error);
      response.destroy();
    }
  };
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredBytes(request) > MAX_BODY_BYTES) {
      request.socket.destroy();
      return;
    }
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

function originOf({ method = '', socket, headers, headersDistinct }: IncomingMessage): HttpOrigin {
  const host = headersDistinct.host?.join(', ');
  return { method, remoteAddress: socket.remoteAddress, host, origin: headers.origin };
}

function reply(server: Server, response: ServerResponse, { status, body, headers }: HttpReply): void {
  if (!server.listening) response.shouldKeepAlive = false;
  // With the length given Node sends head and body in one write.
  response.writeHead(status, { ...HEADERS, ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  if (declaredBytes(request) > MAX_BODY_BYTES) {
    request.socket.destroy();
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) request.socket.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

const declaredBytes = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0);
