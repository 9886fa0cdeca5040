import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { toolError, ToolError } from '@app/tooling';

const KINDS: Readonly<Record<string, 'REQUEST_HEAD_TOO_LARGE' | 'REQUEST_TIMEOUT'>> = {
  HPE_HEADER_OVERFLOW: 'REQUEST_HEAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Connections whose last request was refused by its head: the rest of it is no request, and gets no second answer. */
const refused = new WeakSet<Duplex>();

/** Nothing that follows on the connection is answered; it ends with the answer that is under way. */
export function refuseRest(socket: Duplex): void {
  refused.add(socket);
}

/** Answers what is not HTTP, or never becomes a whole request; there is no request object to answer on. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser is at its end: the answer that is under way closes the connection.
  if (refused.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const kind = KINDS[error.code ?? ''];
  socket.end(rawRefusal(kind === undefined ? notHttp() : toolError(kind)));
}

const notHttp = (): ToolError => new ToolError('MALFORMED_REQUEST', 'the request is not valid HTTP');

/** A whole answer, for a connection without a request object to answer on. */
export function rawRefusal({ status, message, code }: ToolError): string {
  const body = JSON.stringify({ error: message, code });
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
