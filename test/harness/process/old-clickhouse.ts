import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenOnLoopback } from '../loopback-server';

/** Parameters of the HTTP interface that releases after 18.16 have. */
const LATER_SETTINGS = ['cancel_http_readonly_queries_on_client_close'];

/** The HTTP interface of a ClickHouse of release 18.16 for statements that are written for a current one. */
export interface OldClickhouse {
  readonly port: number;
  /** Requests so far. */
  readonly count: number;
  /**
   * Ends the connection of a request.
   * @param request its number from now on; Infinity: none
   * @param isDone when the server has answered it, and its client has not heard of that
   */
  cutAt(request: number, isDone: boolean): void;
  close(): Promise<void>;
}

export async function startOldClickhouse(serverPort: number): Promise<OldClickhouse> {
  let [count, cut, isCutBehind] = [0, Infinity, false];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const isCut = count++ === cut;
    const body = await buffer(incoming);
    if (isCut && !isCutBehind) return void outgoing.destroy();
    const answer = await forwarded(serverPort, incoming, body);
    if (answer === undefined || isCut) return void outgoing.destroy();
    outgoing.writeHead(answer.status).end(answer.content);
  };
  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await listenOnLoopback(server);
  return {
    port: (server.address() as AddressInfo).port,
    get count() {
      return count;
    },
    cutAt: (number, isDone) => {
      cut = count + number;
      isCutBehind = isDone;
    },
    close: () => closeServer(server),
  };
}

/** Undefined: the server ended the connection, or is away. */
function forwarded(
  port: number,
  { url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; content: Buffer } | undefined> {
  const { searchParams } = new URL(url, 'http://localhost');
  for (const name of LATER_SETTINGS) searchParams.delete(name);
  const isInsert = searchParams.has('query');
  const content = isInsert ? body : Buffer.from(translated(body.toString()));
  return new Promise((resolve) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: `/?${searchParams.toString()}`, method: 'POST' },
        headers: { ...headers, 'content-length': content.length },
      },
      (response) =>
        void buffer(response).then(
          (answer) => resolve({ status: response.statusCode!, content: answer }),
          () => resolve(undefined),
        ),
    );
    sent.on('error', () => resolve(undefined)).end(content);
  });
}

/** A statement without what came after 18.16: codecs, indexes of columns, fsync, and the order of reading. */
function translated(statement: string): string {
  return statement
    .replace(/ CODEC\((?:[^()]|\(\d+\))*\)/g, '')
    .replace(/, INDEX \w+ \w+ TYPE .*? GRANULARITY \d+/g, '')
    .replace(/(?:fsync_\w+|min_\w+_to_fsync_\w+) = 1(?:, )?/g, '')
    .replace(/, optimize_read_in_order = 0/g, '')
    .replace(/(?:,| SETTINGS) $/, '');
}
